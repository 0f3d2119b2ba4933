import type { Rng } from '../../base/rng.ts'
import type { TicTacToeConfig } from './config.ts'
import { emptyBoard, legalMoves, play, toMove, type Square } from './rules.ts'

/** An opening: one move of each player, or two. Undefined if the settings have one already. */
export function propose(config: TicTacToeConfig, rng: Rng): { readonly opening: string } | undefined {
  if (config.opening !== undefined) return undefined
  const moves: Square[] = []
  let state = emptyBoard
  for (let left = rng.pick([2, 4]); left > 0; left--) {
    const [seat = 0] = toMove(state)
    const move = rng.pick(legalMoves(state, seat))
    moves.push(move)
    state = play(state, [{ seat, move }])
  }
  return { opening: moves.join(' ') }
}
