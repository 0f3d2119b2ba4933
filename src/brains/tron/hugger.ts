import type { Brain } from '../../game/brain.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { mixed } from '../mixed.ts'
import { baseline } from './baseline.ts'
import { createBoard, loadState, wordOf } from './board.ts'
import { livingMoves } from './safe-moves.ts'
import { alone, bestBy, walls } from './wanderer.ts'

/** The move with the most walls and trails beside it, and a way out. */
const close: Brain<TronState, TronMove> = {
  name: 'close',
  game: 'tron',
  thinks: 'long',
  move({ view, seat, legal, rng }) {
    const board = loadState(createBoard(view.rules), view)
    const best = bestBy(livingMoves(board, seat), (code) =>
      alone(board, seat, code, () => walls(board, seat) % 4),
    )
    return best.length === 0 ? rng.pick(legal) : wordOf(board, seat, rng.pick(best))
  },
}

/** Between `baseline` and `wanderer`. */
export const hugger = mixed({
  name: 'hugger',
  plays: 'keeps beside walls and trails on three turns of four, and sees only the next cell',
  percent: 75,
  better: close,
  usual: baseline,
})
