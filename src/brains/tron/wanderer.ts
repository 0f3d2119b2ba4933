import type { Brain, BrainTurn } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { BLOCKED, createBoard, FREE, loadState, NO_MOVE, playTurn, takeBack, wordOf } from './board.ts'
import type { Board, Code } from './board.ts'
import { livingMoves } from './safe-moves.ts'

/** Prefers the move with more reachable cells, and then the one with more walls beside it. */
export const wanderer: Brain<TronState, TronMove> = {
  name: 'wanderer',
  plays: 'turns to where more cells can be reached, and keeps along the walls',
  game: 'tron',
  thinks: 'long',
  move: (turn) => moveBy(turn, (board, seat) => 4 * roomOf(board, seat) + walls(board, seat)),
}

/** One of the safe moves after which the position of the cycle has the highest score. */
export function moveBy(
  { view, seat, legal, rng }: BrainTurn<TronState, TronMove>,
  score: (board: Board, seat: Seat) => number,
): TronMove {
  const board = loadState(createBoard(view.rules), view)
  const best = bestBy(livingMoves(board, seat), (code) => alone(board, seat, code, () => score(board, seat)))
  return best.length === 0 ? rng.pick(legal) : wordOf(board, seat, rng.pick(best))
}

/** The codes with the highest score. */
export function bestBy(codes: readonly Code[], score: (code: Code) => number): readonly Code[] {
  const scored = codes.map((code) => ({ code, score: score(code) }))
  const top = Math.max(...scored.map((each) => each.score))
  return scored.filter((each) => each.score === top).map((each) => each.code)
}

/** The result of `look` after a move of this seat while the other stands still. */
export function alone<T>(board: Board, seat: Seat, code: Code, look: () => T): T {
  if (seat === 0) playTurn(board, code, NO_MOVE)
  else playTurn(board, NO_MOVE, code)
  const seen = look()
  takeBack(board)
  return seen
}

/** Blocked neighbours of the cycle, from 0 to 4. */
export function walls({ tiles, next, heads }: Board, seat: Seat): number {
  let blocked = 0
  for (let arm = 0; arm < 4; arm++)
    if (tiles[next[4 * (heads[seat] as number) + arm] as number] === BLOCKED) blocked++
  return blocked
}

/** Free cells that can be reached. */
function roomOf({ tiles, next, heads, cells }: Board, seat: Seat): number {
  const seen = new Uint8Array(cells + 1)
  const queue = [heads[seat] as number]
  seen[heads[otherSeat(seat)] as number] = 1
  for (const cell of queue)
    for (let arm = 0; arm < 4; arm++) {
      const to = next[4 * cell + arm] as number
      if (tiles[to] !== FREE || seen[to] === 1) continue
      seen[to] = 1
      queue.push(to)
    }
  return queue.length - 1
}
