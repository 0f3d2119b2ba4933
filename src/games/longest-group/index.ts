import { integer, readFields, type Fields } from '../../base/fields.ts'
import { fail } from '../../base/result.ts'
import type { Game } from '../../game/game.ts'
import { parseMove, type LongestGroupMove } from './notation.ts'
import {
  isLegal,
  legalMoves,
  outcome,
  play,
  REASONS,
  setup,
  toMove,
  type LongestGroupConfig,
  type LongestGroupState,
} from './rules.ts'
import { scene, target } from './scene.ts'

export { formatScore, groupsOf, scoreOf, type Group, type Score } from './groups.ts'
export type { LongestGroupMove } from './notation.ts'
export type { LongestGroupConfig, LongestGroupState } from './rules.ts'

const fields: Fields<LongestGroupConfig> = {
  width: integer('Columns', 1, 19),
  height: integer('Rows', 1, 19),
}

/** Players fill the board with stones; the longest group wins. */
export const longestGroup: Game<LongestGroupConfig, LongestGroupState, LongestGroupMove> = {
  id: 'longest-group',
  version: 1,
  title: 'Longest group',
  summary: 'Fill the board with stones in turn; the group that stretches furthest wins',
  presets: { standard: { width: 11, height: 11 }, small: { width: 5, height: 5 } },
  settings: fields,
  seatNames: ['player 1', 'player 2'],
  reasons: REASONS,
  parseConfig(input) {
    const config = readFields(fields, input)
    return config.ok && config.value.width * config.value.height === 1
      ? fail('bad-setting', 'Cannot set both width and height to 1: expected a cell for each player')
      : config
  },
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
    formatState: ({ config: { width, height }, board }) => `${width}x${height} ${board}`,
  },
}
