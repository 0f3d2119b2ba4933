import { scoreOf, type LongestGroupState } from '../../games/longest-group/index.ts'
import { compareScores, MARKS } from '../../games/longest-group/rules.ts'
import { EMPTY, type Field } from './field.ts'

/** With so few cells left every way to fill them is tried. */
export const FEW = 10

/**
 * The best cell and what it leads to, above zero for seat 0, by the rules themselves. In what order the cells were
 * filled makes no difference, so few fillings are left to measure.
 */
export function solve({ config }: LongestGroupState, field: Field): { readonly cell: number; readonly lead: number } {
  const cells = [...field.cells.subarray(0, field.count)]
  const known = new Map<number, number>()

  function leadOf(code: number, turn: number): number {
    let lead = known.get(code)
    if (lead === undefined) known.set(code, (lead = findBest(code, turn).lead))
    return lead
  }

  function findBest(code: number, turn: number): { readonly cell: number; readonly lead: number } {
    let best = { cell: -1, lead: 0 }
    for (const [index, cell] of field.empty.entries()) {
      if (cells[cell] !== EMPTY) continue
      cells[cell] = turn
      const lead = leadOf(code + (turn + 1) * 3 ** index, 1 - turn)
      cells[cell] = EMPTY
      if (best.cell === -1 || (turn === 0 ? lead > best.lead : lead < best.lead)) best = { cell, lead }
    }
    return best.cell === -1 ? { cell: -1, lead: finalLead() } : best
  }

  function finalLead(): number {
    const position = { config, board: cells.map((seat) => MARKS[seat as 0 | 1]).join('') }
    return compareScores(scoreOf(position, 0), scoreOf(position, 1)).lead
  }

  return findBest(0, field.turn)
}
