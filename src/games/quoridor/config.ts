import { integer, readFields, type Field, type Fields } from '../../base/fields.ts'
import type { Result } from '../../base/result.ts'

export interface QuoridorConfig {
  /** Cells along each side. */
  readonly size: number
  /** Walls each player starts with. */
  readonly walls: number
}

export const presets = {
  standard: { size: 9, walls: 10 },
  small: { size: 5, walls: 3 },
} as const satisfies Record<string, QuoridorConfig>

export const settings: Fields<QuoridorConfig> = {
  size: odd('Cells along each side', 3, 9),
  walls: integer('Walls for each player', 0, 20),
}

export const parseConfig = (input: unknown): Result<QuoridorConfig> => readFields(settings, input)

// Only an odd board has a middle file for the pawns to start on.
function odd(title: string, min: number, max: number): Field<number> {
  const whole = integer(title, min, max)
  return {
    title,
    expects: `an odd number from ${min} to ${max}`,
    form: { kind: 'number', min, max, step: 2 },
    read(value) {
      const number = whole.read(value)
      return number !== undefined && number % 2 === 1 ? number : undefined
    },
  }
}
