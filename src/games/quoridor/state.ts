import type { Pair, Seat } from '../../game/game.ts'
import type { QuoridorConfig } from './config.ts'
import { FILES, type CellName } from './names.ts'

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
