import { readFields } from '../../base/fields.ts'
import { fail, ok } from '../../base/result.ts'
import { show } from '../../base/fields.ts'
import type { Game } from '../../game/game.ts'
import {
  emptyBoard,
  isLegal,
  legalMoves,
  outcome,
  play,
  SQUARES,
  toMove,
  type Square,
  type TicTacToeState,
} from './rules.ts'
import { scene, target } from './scene.ts'

export type { Square, TicTacToeState } from './rules.ts'

/** Three by three, three in a row wins. Squares are named by the compass. */
export const ticTacToe: Game<object, TicTacToeState, Square> = {
  id: 'tic-tac-toe',
  version: 1,
  title: 'Tic-tac-toe',
  summary: 'Three in a row on a 3×3 board; perfect play draws',
  presets: { standard: {} },
  settings: {},
  seatNames: ['O', 'X'],
  reasons: { line: 'three in a row', full: 'a full board' },
  parseConfig: (input) => readFields({}, input),
  setup: () => emptyBoard,
  toMove,
  legalMoves,
  isLegal,
  play,
  outcome,
  view: (state) => state,
  scene,
  target,
  notation: {
    parseMove(text) {
      const word = text.trim().toUpperCase()
      const square = SQUARES.find((name) => name === word)
      return square
        ? ok(square)
        : fail(
            'unreadable-move',
            `Cannot read move ${show(text)}: expected a square, one of ${SQUARES.join(' ')}`,
          )
    },
    formatState: (state) => state.board,
  },
}
