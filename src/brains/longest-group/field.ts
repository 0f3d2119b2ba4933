import type { Seat } from '../../game/game.ts'
import type { LongestGroupState } from '../../games/longest-group/index.ts'
import { tableOf, type Table } from '../../games/longest-group/table.ts'

/** The values of cells besides the two seats. */
export const EMPTY = 2
const OUTSIDE = 3

/** A mutable position. The last cell stands for everything off the board. */
export interface Field extends Pick<Table, 'names' | 'neighbours'> {
  readonly cells: Uint8Array
  /** Cells on the board. */
  readonly count: number
  readonly turn: Seat
  readonly empty: readonly number[]
}

export function readField(state: LongestGroupState): Field {
  const { names, neighbours } = tableOf(state.config)
  const marks = [...state.board].map((sign) => (sign === 'X' ? 0 : sign === 'O' ? 1 : EMPTY))
  return {
    names,
    neighbours,
    cells: Uint8Array.from([...marks, OUTSIDE]),
    count: marks.length,
    turn: state.ply % 2 === 0 ? 0 : 1,
    empty: marks.flatMap((mark, cell) => (mark === EMPTY ? [cell] : [])),
  }
}
