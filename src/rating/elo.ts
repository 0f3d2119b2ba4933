import { DEVIATIONS_95 } from './normal.ts'
import { logLikelihoodAt, scoreOf, sizeOf, type Tally } from './tally.ts'

/** Elo points, and the ends of the interval that holds the truth in 95 of 100 cases. */
export interface Interval {
  readonly elo: number
  readonly low: number
  readonly high: number
}

/** The difference in strength at which this score, from 0 to 1, is expected; infinite at the ends. */
export const eloFromScore = (score: number): number => 400 * Math.log10(score / (1 - score))

export const scoreFromElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400))

/**
 * The difference in strength between two players by the score in their games or swapped pairs. Pairs give the better
 * interval: what the opening position favours cancels out within a pair.
 *
 * The interval holds every score that a likelihood-ratio test does not reject. Unlike mean ± 1.96 deviations it is right at
 * the ends, too: ten wins in ten games are at least 270 points, and at most infinity.
 */
export function eloOfTally(tally: Tally): Interval {
  const score = scoreOf(tally)
  if (sizeOf(tally) === 0) return { elo: 0, low: -Infinity, high: Infinity }
  return {
    elo: eloFromScore(score),
    low: eloFromScore(edge(tally, score, 0)),
    high: eloFromScore(edge(tally, score, 1)),
  }
}

const REJECTED = -(DEVIATIONS_95 ** 2) / 2

/** Where, between the observed score and an end, scores begin to be rejected; the end itself if none is. */
function edge(tally: Tally, score: number, end: 0 | 1): number {
  let inside = score
  let outside: number = end
  for (let halvings = 0; halvings < 60; halvings++) {
    const middle = (inside + outside) / 2
    if (logLikelihoodAt(tally, middle) < REJECTED) outside = middle
    else inside = middle
  }
  return inside
}
