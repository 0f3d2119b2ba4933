import type { BrainTurn } from '../../game/brain.ts'
import type { Seat } from '../../game/game.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { BLOCKED, createBoard, loadState, NO_MOVE, playTurn, takeBack, wordOf } from './board.ts'
import type { Board, Code } from './board.ts'
import { livingMoves } from './safe-moves.ts'

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
