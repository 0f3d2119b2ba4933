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
  searchDown(board, start, rank) !== 0

/** Visits the steps of one path, the last first. It is found in less time than a shortest one. */
export function followAnyPath(board: Board, start: number, rank: number, visit: Visit): void {
  follow(start, searchDown(board, start, rank), visit)
}

/** Visits the steps of one shortest path, the last first. */
function followPath(board: Board, start: number, rank: number, visit: Visit): void {
  follow(start, search(board, start, rank), visit)
}

type Visit = (from: number, to: number) => void

function follow(start: number, end: number, visit: Visit): void {
  if (end === 0) throw new Error('Cannot follow a path: the pawn is shut in')
  let to = end
  while (to !== start) {
    const from = cameFrom[to] as number
    visit(from, to)
    to = from
  }
}

const cameFrom = new Uint8Array(110)
const waiting = new Uint8Array(110)

/** Breadth first: the nearest cell of a rank, or 0; leaves the path in `cameFrom`. */
function search({ shut }: Board, start: number, rank: number): number {
  cameFrom.fill(0)
  cameFrom[start] = start
  waiting[0] = start
  let count = 1
  for (let head = 0; head < count; head++) {
    const cell = waiting[head] as number
    if (isOnRank(cell, rank)) return cell
    const sides = shut[cell] as number
    for (let direction = 0; direction < 4; direction++) {
      if (((sides >> direction) & 1) === 1) continue
      const next = cell + (STEPS[direction] as number)
      if (cameFrom[next] !== 0) continue
      cameFrom[next] = cell
      waiting[count++] = next
    }
  }
  return 0
}

/** Depth first, towards the rank before all: a cell of the rank, or 0; leaves the path in `cameFrom`. It looks at far fewer cells. */
function searchDown({ shut }: Board, start: number, rank: number): number {
  const order = rank === 1 ? SOUTH_LAST : NORTH_LAST
  cameFrom.fill(0)
  cameFrom[start] = start
  waiting[0] = start
  let count = 1
  while (count > 0) {
    const cell = waiting[--count] as number
    if (isOnRank(cell, rank)) return cell
    const sides = shut[cell] as number
    for (let index = 0; index < 4; index++) {
      const direction = order[index] as number
      if (((sides >> direction) & 1) === 1) continue
      const next = cell + (STEPS[direction] as number)
      if (cameFrom[next] !== 0) continue
      cameFrom[next] = cell
      waiting[count++] = next
    }
  }
  return 0
}

/** The last direction is tried first. */
const NORTH_LAST = [2, 3, 1, 0] as const
const SOUTH_LAST = [0, 3, 1, 2] as const

const isOnRank = (cell: number, rank: number): boolean => cell > 10 * rank && cell < 10 * rank + 10
