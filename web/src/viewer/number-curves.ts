import { SEATS, type Pair } from '../../../src/game/game.ts'
import type { RoundStory, Story } from '../story/story.ts'

/** One named number of the players, turn by turn. Both players have the same scale. */
export interface NumberCurve {
  readonly name: string
  readonly low: number
  readonly high: number
  readonly points: Pair<readonly NumberPoint[]>
}

export interface NumberPoint {
  readonly ply: number
  readonly value: number
}

/** The most names in one round: players may choose new ones with every move. */
const MOST_CURVES = 16

/** The numbers that players gave with their moves, in the order in which their names came up. */
export function numberCurves({ frames }: Story, { first, count }: RoundStory): readonly NumberCurve[] {
  const curves = new Map<string, Pair<NumberPoint[]>>()
  for (const { ply, said } of frames.slice(first, first + count))
    for (const seat of SEATS) {
      const last = said[seat]
      const numbers = last?.ply === ply ? last.remark.numbers : undefined
      for (const [name, value] of Object.entries(numbers ?? {})) {
        const known = curves.get(name) ?? (curves.size < MOST_CURVES ? ([[], []] as const) : undefined)
        if (!known) continue
        known[seat].push({ ply, value })
        curves.set(name, known)
      }
    }
  return [...curves].map(([name, points]) => {
    const values = points.flat().map(({ value }) => value)
    return { name, low: least(values), high: -least(values.map((value) => -value)), points }
  })
}

/** `Math.min` takes its values as arguments, and a long round has too many. */
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity)

/** The last value that was given at a ply or before. */
export const valueAt = (points: readonly NumberPoint[], ply: number): number | undefined =>
  points.findLast((point) => point.ply <= ply)?.value

/** From -1 at the top of a plot to 1 at its bottom. If all values are equal, they are in the middle. */
export const heightOf = ({ low, high }: Pick<NumberCurve, 'low' | 'high'>, value: number): number =>
  // Halves: the difference of two large numbers may be infinite.
  high === low ? 0 : 1 - (2 * (value / 2 - low / 2)) / (high / 2 - low / 2)
