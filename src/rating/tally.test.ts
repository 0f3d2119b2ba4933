import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { logLikelihoodAt, scoreOf } from './tally.ts'

test.each([
  [[1, 0, 0], 0],
  [[1, 0, 3], 0.75],
  [[0, 1, 0, 0, 1], 0.625],
  [[0, 0, 0], 0.5],
])('the score of %j is %f', (tally, score) => {
  expect(scoreOf(tally)).toBe(score)
})

const counts = fc
  .array(fc.nat({ max: 30 }), { minLength: 3, maxLength: 3 })
  .filter((tally) => tally.some((n) => n > 0))
const scores = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100)

test('of three results, the most likely distribution with a mean is found as by trying them all', () => {
  fc.assert(
    fc.property(counts, scores, (tally, score) => {
      const size = tally.reduce((sum, n) => sum + n, 0)
      const logOf = (n: number, chance: number): number => (n === 0 ? 0 : n * Math.log(chance / (n / size)))
      const [losses = 0, draws = 0, wins = 0] = tally
      let best = -Infinity
      const mostDraws = 2 * Math.min(score, 1 - score)
      for (let step = 0; step <= 4000; step++) {
        const draw = (mostDraws * step) / 4000
        const win = score - draw / 2
        best = Math.max(best, logOf(losses, 1 - draw - win) + logOf(draws, draw) + logOf(wins, win))
      }
      const found = logLikelihoodAt(tally, score)
      expect(found).toBeGreaterThanOrEqual(best - 1e-9)
      expect(found).toBeLessThan(best + 0.01)
    }),
  )
})

test('of wins and losses alone, a score fits as the binomial distribution says', () => {
  for (const [losses, wins] of [
    [1, 1],
    [1, 3],
    [40, 2],
    [1, 1000],
    [100_000, 100_001],
  ] as const)
    for (const score of [1e-6, 0.01, 0.3, 0.5, 0.9, 0.999_999]) {
      const size = losses + wins
      const expected =
        wins * Math.log((score * size) / wins) + losses * Math.log(((1 - score) * size) / losses)
      for (const tally of [
        [losses, 0, wins],
        [losses, 0, 0, 0, wins],
      ])
        expect(Math.abs(logLikelihoodAt(tally, score) - expected)).toBeLessThan(1e-9 * (1 - expected))
    }
})

test('of one result alone, the chance of a mean on its other side goes to the extreme', () => {
  for (let percent = 1; percent < 100; percent++) {
    const score = percent / 100
    expect(logLikelihoodAt([0, 0, 7], score)).toBeCloseTo(7 * Math.log(score), 9)
    expect(logLikelihoodAt([7, 0, 0], score)).toBeCloseTo(7 * Math.log(1 - score), 9)
  }
  // Of draws alone a mean of 0.4 has four draws for each loss.
  expect(logLikelihoodAt([0, 7, 0], 0.4)).toBeCloseTo(7 * Math.log(0.8), 9)
  expect(logLikelihoodAt([0, 7, 0], 0.6)).toBeCloseTo(7 * Math.log(0.8), 9)
})

test('nothing fits better than the mean score, and the further from it the worse', () => {
  const pairs = fc.array(fc.nat({ max: 50 }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(pairs, scores, scores, (tally, one, other) => {
      fc.pre(tally.some((n) => n > 0))
      const score = scoreOf(tally)
      const [near, far] = [one, other].sort((a, b) => Math.abs(a - score) - Math.abs(b - score))
      if (near === undefined || far === undefined || near < score !== far < score) return
      expect(logLikelihoodAt(tally, near)).toBeLessThanOrEqual(1e-12)
      expect(logLikelihoodAt(tally, far)).toBeLessThanOrEqual(logLikelihoodAt(tally, near) + 1e-12)
    }),
  )
})
