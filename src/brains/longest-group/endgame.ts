import type { Seat } from '../../game/game.ts'
import { scoreOf, type LongestGroupState } from '../../games/longest-group/index.ts'
import { compareScores, MARKS } from '../../games/longest-group/rules.ts'
import { EMPTY, type Field } from './field.ts'

/** With so few empty cells left the rest of the game is solved. */
export const FEW = 10

/**
 * Minimax to the end of the game, with the scores of the rules. The order in which cells were filled makes no difference,
 * so positions are memoised by their cells. A lead above zero is good for seat 0.
 */
export function solve(
  { config }: LongestGroupState,
  { cells: before, count, empty, turn: first }: Field,
): { readonly cell: number; readonly lead: number } {
  const cells = before.slice(0, count)
  const powers = empty.map((_, index) => 3 ** index)
  const known = new Int16Array(3 ** empty.length).fill(UNKNOWN)

  /** The lead with best play. `code` has one ternary digit for each cell that was empty at the root. */
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
