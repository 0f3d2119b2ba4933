import type { Seat } from '../../game/game.ts'
import { boardOf, STEPS, type Board } from './board.ts'
import { cellName, cellOf, type CellName } from './names.ts'
import { goalRank, type QuoridorState } from './state.ts'

/** The cells of one shortest path to a seat's goal, without its first cell. The other pawn is no obstacle. */
export function shortestPath(state: QuoridorState, seat: Seat): readonly CellName[] {
  const path: CellName[] = []
  followPath(boardOf(state), cellOf(state.pawns[seat]), goalRank(seat, state.size), (_, to) =>
    path.push(cellName(to)),
  )
  return path.reverse()
}

/** The distance of a seat from its goal. The other pawn is no obstacle. */
export function shortestPathLength(state: QuoridorState, seat: Seat): number {
  let length = 0
  followPath(boardOf(state), cellOf(state.pawns[seat]), goalRank(seat, state.size), () => length++)
  return length
}

export const hasPath = (board: Board, start: number, rank: number): boolean =>
  search(board, start, rank) !== 0

/** Visits the steps of one shortest path, the last first. */
export function followPath(
  board: Board,
  start: number,
  rank: number,
  visit: (from: number, to: number) => void,
): void {
  let to = search(board, start, rank)
  if (to === 0) throw new Error('Cannot follow a path: the pawn is shut in')
  while (to !== start) {
    const from = cameFrom[to] as number
    visit(from, to)
    to = from
  }
}

const cameFrom = new Uint8Array(110)
const queue = new Uint8Array(110)

/** The nearest cell of a rank, or 0; leaves the path in `cameFrom`. */
function search({ shut }: Board, start: number, rank: number): number {
  cameFrom.fill(0)
  cameFrom[start] = start
  queue[0] = start
  let waiting = 1
  for (let head = 0; head < waiting; head++) {
    const cell = queue[head] as number
    if (cell > 10 * rank && cell < 10 * rank + 10) return cell
    const sides = shut[cell] as number
    for (let direction = 0; direction < 4; direction++) {
      if (((sides >> direction) & 1) === 1) continue
      const next = cell + (STEPS[direction] as number)
      if (cameFrom[next] !== 0) continue
      cameFrom[next] = cell
      queue[waiting++] = next
    }
  }
  return 0
}
