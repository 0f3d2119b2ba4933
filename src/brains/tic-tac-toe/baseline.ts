import type { Brain } from '../../game/brain.ts'
import type { Square, TicTacToeState } from '../../games/tic-tac-toe/index.ts'

/** The first empty square in reading order. */
export const baseline: Brain<TicTacToeState, Square> = {
  name: 'baseline',
  plays: 'takes the first empty square in reading order',
  game: 'tic-tac-toe',
  move: ({ legal }) => legal[0],
}
