import type { Game } from '../../game/game.ts'
import { parseConfig, settings, setup, type TicTacToeConfig } from './config.ts'
import { parseMove } from './notation.ts'
import { propose } from './propose.ts'
import { isLegal, legalMoves, outcome, play, toMove, type Square, type TicTacToeState } from './rules.ts'
import { scene, target } from './scene.ts'

export type { Square, TicTacToeState } from './rules.ts'

/** Three by three, three in a row wins. Squares are named by the compass. */
export const ticTacToe: Game<TicTacToeConfig, TicTacToeState, Square> = {
  id: 'tic-tac-toe',
  version: 1,
  title: 'Tic-tac-toe',
  summary: 'Three in a row on a 3×3 board; perfect play draws',
  presets: { standard: {} },
  settings,
  seatNames: ['O', 'X'],
  reasons: { line: 'three in a row', full: 'a full board' },
  parseConfig,
  setup,
  toMove,
  legalMoves,
  isLegal,
  play,
  outcome,
  view: (state) => state,
  scene,
  target,
  notation: {
    parseMove,
    formatState: (state) => state.board,
  },
  openings: { propose },
}
