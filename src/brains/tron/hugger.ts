import type { Brain } from '../../game/brain.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { mixed } from '../mixed.ts'
import { baseline } from './baseline.ts'
import { moveBy, walls } from './wanderer.ts'

/** The move with the most walls and trails beside it, and a way out. */
const close: Brain<TronState, TronMove> = {
  name: 'close',
  game: 'tron',
  thinks: 'long',
  // Four walls beside it are the worst: there is no way out.
  move: (turn) => moveBy(turn, (board, seat) => walls(board, seat) % 4),
}

/** Between `baseline` and `wanderer`. */
export const hugger = mixed({
  name: 'hugger',
  plays: 'keeps beside walls and trails on three turns of four, and sees only the next cell',
  percent: 75,
  better: close,
  usual: baseline,
})
