import type { Rng } from '../../base/rng.ts'
import type { LongestGroupMove } from './notation.ts'
import { emptyBoard, legalMoves, play, toMove, type LongestGroupConfig } from './rules.ts'

/**
 * An opening: two, three or four stones of each player anywhere on the board, fewer where that would fill more than a quarter of
 * it. Undefined if the settings have one already, and on a board that is too small for one.
 */
export function propose(config: LongestGroupConfig, rng: Rng): { readonly opening: string } | undefined {
  const most = Math.min(4, Math.floor((config.width * config.height) / 8))
  if (config.opening !== undefined || most === 0) return undefined
  const turns = Math.min(most, 2 + rng.below(3))
  const moves: LongestGroupMove[] = []
  let state = emptyBoard(config)
  for (let left = 2 * turns; left > 0; left--) {
    const [seat = 0] = toMove(state)
    const move = rng.pick(legalMoves(state, seat))
    moves.push(move)
    state = play(state, [{ seat, move }])
  }
  return { opening: moves.join(' ') }
}
