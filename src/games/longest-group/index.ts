import type { Game } from '../../game/game.ts'
import { parseConfig, settings, setup } from './config.ts'
import { scoreOf } from './groups.ts'
import { parseMove, type LongestGroupMove } from './notation.ts'
import { propose } from './propose.ts'
import {
  isLegal,
  legalMoves,
  outcome,
  play,
  REASONS,
  tellScores,
  toMove,
  type LongestGroupConfig,
  type LongestGroupState,
} from './rules.ts'
import { scene, target } from './scene.ts'

export { formatScore, groupsOf, scoreOf, type Group, type Score } from './groups.ts'
export type { LongestGroupMove } from './notation.ts'
export type { LongestGroupConfig, LongestGroupState } from './rules.ts'

/** Players fill the board with stones; the longest group wins. */
export const longestGroup: Game<LongestGroupConfig, LongestGroupState, LongestGroupMove> = {
  id: 'longest-group',
  version: 1,
  title: 'Longest group',
  summary: 'Fill the board with stones in turn; the longest group wins',
  presets: { standard: { width: 11, height: 11 }, small: { width: 5, height: 5 } },
  settings,
  seatNames: ['player 1', 'player 2'],
  reasons: REASONS,
  parseConfig,
  setup,
  toMove,
  legalMoves,
  isLegal,
  play,
  outcome,
  tellScores,
  counts: {
    noun: ['cell in its longest group', 'cells in its longest group'],
    of: (state) => [scoreOf(state, 0).length, scoreOf(state, 1).length],
  },
  view: (state) => state,
  scene,
  target,
  notation: {
    parseMove,
    formatState: ({ config: { width, height }, board }) => `${width}x${height} ${board}`,
  },
  openings: { propose },
}
