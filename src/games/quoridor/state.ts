import type { Pair, Seat } from '../../game/game.ts'
import { FILES, type CellName, type QuoridorMove } from './names.ts'

export interface QuoridorConfig {
  /** Cells along each side. */
  readonly size: number
  /** Walls each player starts with. */
  readonly walls: number
  /** Moves that are played before the first turn; left out if there are none. */
  readonly opening?: readonly QuoridorMove[]
}

export interface QuoridorState {
  readonly size: number
  readonly turn: Seat
  readonly pawns: Pair<CellName>
  readonly wallsLeft: Pair<number>
  /**
   * One character for each anchor, a1, b1 … then a2, b2 …: `.` for none, `h` or `v` for a wall of the first player, `H`
   * or `V` for one of the second. The rules do not depend on the owner.
   */
  readonly walls: string
}

/** The position before any move, those of an opening included. */
export function startOf({ size, walls }: QuoridorConfig): QuoridorState {
  const middle = FILES[(size - 1) / 2]
  return {
    size,
    turn: 0,
    pawns: [`${middle}1` as CellName, `${middle}${size}` as CellName],
    wallsLeft: [walls, walls],
    walls: '.'.repeat((size - 1) ** 2),
  }
}

/** Where the wall named by a cell is kept in `walls`. */
export const wallIndex = (anchor: number, size: number): number =>
  (Math.floor(anchor / 10) - 1) * (size - 1) + (anchor % 10) - 1

/** The rank a seat has to reach. */
export const goalRank = (seat: Seat, size: number): number => (seat === 0 ? size : 1)
