import type { Seat } from '../../game/game.ts'
import { scoreOf, type LongestGroupState } from '../../games/longest-group/index.ts'
import { compareScores, MARKS } from '../../games/longest-group/rules.ts'
import { EMPTY, type Field } from './field.ts'

/** With so few cells left every way to fill them is tried. */
export const FEW = 10

/**
 * The best cell and what it leads to, above zero for seat 0, by the rules themselves. In what order the cells were
 * filled makes no difference, so few fillings are left to measure.
 */
export function solve(
  { config }: LongestGroupState,
  { cells: before, count, empty, turn: first }: Field,
): { readonly cell: number; readonly lead: number } {
  const cells = before.slice(0, count)
  const powers = empty.map((_, index) => 3 ** index)
  const known = new Int16Array(3 ** empty.length).fill(UNKNOWN)

  /** What a position leads to; its code has a digit for each cell that was empty at first. */
  function leadOf(code: number, turn: number): number {
    const remembered = known[code] as number
    if (remembered !== UNKNOWN) return remembered
    let best = UNKNOWN
    for (let index = 0; index < empty.length; index++) {
      const cell = empty[index] as number
      if (cells[cell] !== EMPTY) continue
      const lead = leadWith(code, turn, index)
      if (best === UNKNOWN || (turn === 0 ? lead > best : lead < best)) best = lead
    }
    return (known[code] = best === UNKNOWN ? finalLead() : best)
  }

  function leadWith(code: number, turn: number, index: number): number {
    const cell = empty[index] as number
    cells[cell] = turn
    const lead = leadOf(code + (turn + 1) * (powers[index] as number), 1 - turn)
    cells[cell] = EMPTY
    return lead
  }

  function finalLead(): number {
    const position = { config, board: Array.from(cells, (seat) => MARKS[seat as Seat]).join('') }
    return compareScores(scoreOf(position, 0), scoreOf(position, 1)).lead
  }

  const leads = empty.map((_, index) => leadWith(0, first, index))
  const lead = first === 0 ? Math.max(...leads) : Math.min(...leads)
  return { cell: empty[leads.indexOf(lead)] as number, lead }
}

const UNKNOWN = 32_767
