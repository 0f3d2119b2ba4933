import { integer, readFields, type Field, type Fields } from '../../base/fields.ts'
import { ok, type Result } from '../../base/result.ts'
import { openingField, playOpening, readOpening } from '../../game/opening-moves.ts'
import { parseMove } from './notation.ts'
import { isLegal, play, toMove } from './rules.ts'
import { startOf, type QuoridorConfig, type QuoridorState } from './state.ts'

interface QuoridorSettings extends Omit<QuoridorConfig, 'opening'> {
  readonly opening: readonly string[]
}

export const presets = {
  standard: { size: 9, walls: 10 },
  small: { size: 5, walls: 3 },
} as const satisfies Record<string, QuoridorConfig>

export const settings: Fields<QuoridorSettings> = {
  size: odd('Cells along each side', 3, 9),
  walls: integer('Walls for each player', 0, 20),
  opening: openingField('e2 e8 c3h d6v'),
}

export function parseConfig(input: unknown): Result<QuoridorConfig> {
  const read = readFields(settings, input)
  if (!read.ok) return read
  const { opening, ...config } = read.value
  if (opening.length === 0) return ok(config)
  const moves = readOpening({ toMove, isLegal, play, parseMove }, startOf(config), opening)
  return moves.ok ? ok({ ...config, opening: moves.value }) : moves
}

export const setup = (config: QuoridorConfig): QuoridorState =>
  playOpening({ toMove, play }, startOf(config), config.opening)

// Only an odd board has a middle file for the pawns to start on.
function odd(title: string, min: number, max: number): Field<number> {
  const whole = integer(title, min, max)
  return {
    title,
    expects: `an odd number from ${min} to ${max}`,
    form: { kind: 'number', min, max, step: 2 },
    read(value) {
      const number = whole.read(value)
      return (number ?? 0) % 2 === 1 ? number : undefined
    },
  }
}
