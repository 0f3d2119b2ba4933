import { integer, readFields, type Fields } from '../../base/fields.ts'
import type { Size } from '../../base/grid.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { openingField, playOpening, readOpening } from '../../game/opening-moves.ts'
import { parseMove } from './notation.ts'
import {
  emptyBoard,
  isLegal,
  play,
  toMove,
  type LongestGroupConfig,
  type LongestGroupState,
} from './rules.ts'

interface LongestGroupSettings extends Size {
  readonly opening: readonly string[]
}

export const settings: Fields<LongestGroupSettings> = {
  width: integer('Columns', 1, 19),
  height: integer('Rows', 1, 19),
  opening: openingField('3,4 7,2'),
}

export function parseConfig(input: unknown): Result<LongestGroupConfig> {
  const read = readFields(settings, input)
  if (!read.ok) return read
  const { opening, ...size } = read.value
  if (size.width * size.height === 1)
    return fail('bad-setting', 'Cannot set both width and height to 1: expected a cell for each player')
  if (opening.length === 0) return ok(size)
  const moves = readOpening({ toMove, isLegal, play, parseMove }, emptyBoard(size), opening)
  return moves.ok ? ok({ ...size, opening: moves.value }) : moves
}

export const setup = (config: LongestGroupConfig): LongestGroupState =>
  playOpening({ toMove, play }, emptyBoard(config), config.opening)
