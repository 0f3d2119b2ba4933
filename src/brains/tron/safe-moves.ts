import type { Seat } from '../../game/game.ts'
import { BLOCKED, BOOST, FREE, HEAD, reachOf, type Board, type Code } from './board.ts'

/** The longest list of moves: four directions, each with and without a boost. */
export const MOST_MOVES = 8

/**
 * Writes the moves that are not certainly fatal in this position, and counts them. Where players move by turns, they
 * include ramming the other cycle, which draws. In simultaneous games the cell of the other cycle may be free by then.
 */
export function safeMoves(board: Board, seat: Seat, boosts: boolean, into: Int32Array, from = 0): number {
  let count = 0
  const head = 4 * (board.heads[seat] as number)
  const isRelative = board.rules.moves === 'relative'
  const back = ((board.facing[seat] as number) + 2) & 3
  const plain = reachOf(board, seat, 0)
  const canBoost = boosts && (board.boosts[seat] as number) > 0
  for (let direction = 0; direction < 4; direction++) {
    if (board.tiles[board.next[head + direction] as number] === BLOCKED) continue
    if (isRelative && direction === back) continue
    if (isOpen(board, seat, direction, plain)) into[from + count++] = direction
    if (canBoost && isOpen(board, seat, direction, 3)) into[from + count++] = direction + BOOST
  }
  return count
}

/** The safe moves without those that ram the other cycle. */
export function livingMoves(board: Board, seat: Seat, boosts = false): readonly Code[] {
  const codes = new Int32Array(MOST_MOVES)
  const count = safeMoves(board, seat, boosts, codes)
  return Array.from(codes.subarray(0, count)).filter((code) => !isRamming(board, seat, code))
}

export function isRamming(board: Board, seat: Seat, code: Code): boolean {
  let cell = board.heads[seat] as number
  for (let reach = reachOf(board, seat, code); reach > 0; reach--) {
    cell = board.next[4 * cell + (code & 3)] as number
    if (board.tiles[cell] === HEAD) return true
  }
  return false
}

function isOpen(board: Board, seat: Seat, direction: number, reach: number): boolean {
  let cell = board.heads[seat] as number
  for (let driven = 0; driven < reach; driven++) {
    cell = board.next[4 * cell + direction] as number
    const tile = board.tiles[cell]
    if (tile === HEAD) return !board.simultaneous
    if (tile !== FREE) return false
  }
  return true
}
