import { deriveSeed, seededRng, type Rng } from '../base/rng.ts'
import type { PairResults } from './games-by-pair.ts'

/** The seed is hashed first: without that, the streams of small seeds begin with nearly the same number. */
export const randomly = (seed: number): Rng => seededRng(deriveSeed(seed, 'played'))

/** A number from 0 to 1. */
export const chance = (rng: Rng): number => rng.below(2 ** 31) / 2 ** 31

/** Players whose strengths are known, in Elo points. */
export interface Field {
  readonly strengths: Readonly<Record<string, number>>
  readonly goingFirst: number
  /** Davidson's ν; two equals draw ν games in 2 + ν. */
  readonly nu: number
}

/** One game, as the model has it. */
export function playOne(
  { strengths, goingFirst, nu }: Field,
  first: string,
  second: string,
  rng: Rng,
): PairResults {
  const lead = (strengths[first] ?? 0) - (strengths[second] ?? 0) + goingFirst
  const odds = [10 ** (lead / 800), nu, 10 ** (-lead / 800)] as const
  const drawn = chance(rng) * (odds[0] + odds[1] + odds[2])
  const result = drawn < odds[0] ? 'wins' : drawn < odds[0] + odds[1] ? 'draws' : 'losses'
  return { first, second, wins: 0, draws: 0, losses: 0, [result]: 1 }
}

/** Every player against every other, both ways, so many times. */
export function roundRobin(field: Field, times: number, rng: Rng): PairResults[] {
  const names = Object.keys(field.strengths)
  return Array.from({ length: times }, () =>
    names.flatMap((first) =>
      names.filter((name) => name !== first).map((second) => playOne(field, first, second, rng)),
    ),
  ).flat()
}
