import type { Brain } from '../../game/brain.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { createBoard, loadState, wordOf } from './board.ts'
import { livingMoves } from './safe-moves.ts'

/** Any move that does not kill at once. */
export const baseline: Brain<TronState, TronMove> = {
  name: 'baseline',
  plays: 'makes any move that does not kill it at once',
  game: 'tron',
  thinks: 'long',
  move({ view, seat, legal, rng }) {
    const board = loadState(createBoard(view.rules), view)
    const living = livingMoves(board, seat)
    return living.length === 0 ? rng.pick(legal) : wordOf(board, seat, rng.pick(living))
  },
}
