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
