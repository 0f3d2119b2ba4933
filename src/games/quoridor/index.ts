import type { Game } from '../../game/game.ts'
import { parseConfig, presets, settings, setup } from './config.ts'
import type { QuoridorMove } from './names.ts'
import { formatState, parseMove, seatNames } from './notation.ts'
import { shortestPathLength } from './paths.ts'
import { propose } from './propose.ts'
import { isLegal, legalMoves, outcome, play, toMove } from './rules.ts'
import { scene, target } from './scene.ts'
import type { QuoridorConfig, QuoridorState } from './state.ts'

export type { CellName, QuoridorMove, WallName } from './names.ts'
export { shortestPath, shortestPathLength } from './paths.ts'
export type { QuoridorConfig, QuoridorState } from './state.ts'

/** Race a pawn to the far side, or spend the turn on a wall that makes the opponent's path longer. */
export const quoridor: Game<QuoridorConfig, QuoridorState, QuoridorMove> = {
  id: 'quoridor',
  version: 1,
  title: 'Quoridor',
  summary: 'Race your pawn across the board, and put walls in your opponent’s way',
  presets,
  settings,
  seatNames,
  reasons: { goal: 'reaching the far side' },
  parseConfig,
  setup,
  toMove,
  legalMoves,
  isLegal,
  play,
  outcome,
  counts: {
    noun: ['step to the goal', 'steps to the goal'],
    of: (state) => [shortestPathLength(state, 0), shortestPathLength(state, 1)],
  },
  view: (state) => state,
  scene,
  target,
  notation: { parseMove, formatState },
  openings: { propose },
}
