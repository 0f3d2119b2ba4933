import { expect, test } from 'vitest'
import { gainOf, informationOf } from './information.ts'

test('a match between equals tells most, and a match between unequals the less the more one of them leads', () => {
  const perElo = Math.LN10 / 400
  expect(informationOf(0)).toBeCloseTo(perElo ** 2 / 4, 12)
  // 400 points are 10 wins to 1 loss.
  expect(informationOf(400)).toBeCloseTo((perElo ** 2 * 10) / 11 ** 2, 12)
  expect(informationOf(-400)).toBeCloseTo(informationOf(400), 12)
})

test('the gain is the old variance less the new one, where informations add up', () => {
  expect(gainOf(10_000, 1e-4)).toBeCloseTo(10_000 - 1 / (1e-4 + 1e-4))
  expect(gainOf(400, 1e-3)).toBeCloseTo(400 - 1 / (1 / 400 + 1e-3))
  expect(gainOf(400, 0)).toBe(0)
})
