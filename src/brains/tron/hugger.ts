import type { Brain } from '../../game/brain.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { mixed } from '../mixed.ts'
import { baseline } from './baseline.ts'
import { byBoard } from './large-boards.ts'
import { moveBy, walls } from './move-by.ts'

/** The move with the most walls and trails beside it, and a way out. */
const close: Brain<TronState, TronMove> = {
  name: 'close',
  game: 'tron',
  thinks: 'long',
  // Four walls beside it are the worst: there is no way out.
  move: (turn) => moveBy(turn, (board, seat) => walls(board, seat) % 4),
}

const hugging = mixed({
  name: 'hugger',
  plays: 'keeps beside walls and trails most of the time, and sees only the next cell',
  percent: 75,
  better: close,
  usual: baseline,
})

/** Between `baseline` and `wanderer`. */
export const hugger = byBoard({
  small: hugging,
  large: { percent: 75, better: hugging, usual: baseline },
})
