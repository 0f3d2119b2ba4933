import { readFields, type Fields } from '../../base/fields.ts'
import { ok, type Result } from '../../base/result.ts'
import { openingField, playOpening, readOpening } from '../../game/opening-moves.ts'
import { parseMove } from './notation.ts'
import { emptyBoard, isLegal, play, toMove, type Square, type TicTacToeState } from './rules.ts'

export interface TicTacToeConfig {
  /** Moves that are played before the first turn; left out if there are none. */
  readonly opening?: readonly Square[]
}

export const settings: Fields<{ readonly opening: readonly string[] }> = { opening: openingField('C NW') }

export function parseConfig(input: unknown): Result<TicTacToeConfig> {
  const read = readFields(settings, input)
  if (!read.ok) return read
  const { opening } = read.value
  if (opening.length === 0) return ok({})
  const moves = readOpening({ toMove, isLegal, play, parseMove }, emptyBoard, opening)
  return moves.ok ? ok({ opening: moves.value }) : moves
}

export const setup = ({ opening }: TicTacToeConfig): TicTacToeState =>
  playOpening({ toMove, play }, emptyBoard, opening)
