import type { Seat } from '../../game/game.ts'
import { boardOf, isShut, STEPS, type Board } from './board.ts'
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
  search(board, start, rank, true) !== 0

/** Visits the steps of one path, the last first. It is found in less time than a shortest one. */
export function followAnyPath(board: Board, start: number, rank: number, visit: Visit): void {
  follow(start, search(board, start, rank, true), visit)
}

/** Visits the steps of one shortest path, the last first. */
function followPath(board: Board, start: number, rank: number, visit: Visit): void {
  follow(start, search(board, start, rank, false), visit)
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

/**
 * A cell of a rank, or 0; leaves the path to it in `cameFrom`. A breadth-first search finds the nearest one. A
 * depth-first search tries the direction of the rank first, and finds one after far fewer cells.
 */
function search(board: Board, start: number, rank: number, isDepthFirst: boolean): number {
  const order = !isDepthFirst ? CLOCKWISE : rank === 1 ? SOUTH_LAST : NORTH_LAST
  cameFrom.fill(0)
  cameFrom[start] = start
  waiting[0] = start
  let [head, count] = [0, 1]
  while (head < count) {
    const cell = waiting[isDepthFirst ? --count : head++] as number
    if (cell > 10 * rank && cell < 10 * rank + 10) return cell
    for (let index = 0; index < 4; index++) {
      const direction = order[index] as number
      if (isShut(board, cell, direction)) continue
      const next = cell + (STEPS[direction] as number)
      if (cameFrom[next] !== 0) continue
      cameFrom[next] = cell
      waiting[count++] = next
    }
  }
  return 0
}

const CLOCKWISE = [0, 1, 2, 3] as const
/** Depth first, the last direction is tried first. */
const NORTH_LAST = [2, 3, 1, 0] as const
const SOUTH_LAST = [0, 3, 1, 2] as const
