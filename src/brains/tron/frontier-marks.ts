import type { Seat } from '../../game/game.ts'
import type { Mark } from '../../game/remark.ts'
import type { Board } from './board.ts'
import type { Territory } from './territory.ts'

/** Larger boards would make long records: thousands of turns with a long frontier each. */
const MOST_CELLS = 1000

/** The frontier of a seat's territory: its cells beside those that the other reaches first, or at the same time. */
export function frontierMarks(
  { cells, next, rules: { width } }: Board,
  { owner }: Territory,
  seat: Seat,
): readonly Mark[] {
  if (cells > MOST_CELLS) return []
  const isForeign = (cell: number): boolean => owner[cell] !== 0 && owner[cell] !== seat + 1
  const marks: Mark[] = []
  for (let cell = 0; cell < cells; cell++)
    if (owner[cell] === seat + 1 && next.subarray(4 * cell, 4 * cell + 4).some(isForeign))
      marks.push({ cell: [cell % width, Math.floor(cell / width)] })
  return marks
}

/** The cells that a seat reaches first. */
export const roomOf = ({ owner }: Territory, seat: Seat): number =>
  owner.reduce((count, whose) => (whose === seat + 1 ? count + 1 : count), 0)
