import { expect, test } from 'vitest'
import { DEVIATIONS_95, normalBelow } from './normal.ts'

// Abramowitz and Stegun, table 26.1.
test.each([
  [0, 0.5],
  [1, 0.841344746068543],
  [2, 0.977249868051821],
  [3, 0.99865010196837],
  [4, 0.999968328758167],
  [5, 0.999999713348428],
  [DEVIATIONS_95, 0.975],
])('a normal number is below %f with a chance of %f', (z, below) => {
  expect(normalBelow(z)).toBeCloseTo(below, 14)
  expect(normalBelow(-z)).toBeCloseTo(1 - below, 14)
})

test.each([8.9, 9.1, 40, Infinity])('%f deviations away it is certain', (z) => {
  expect(normalBelow(z)).toBeCloseTo(1, 15)
  expect(normalBelow(z)).toBeLessThanOrEqual(1)
  expect(normalBelow(-z)).toBeCloseTo(0, 15)
  expect(normalBelow(-z)).toBeGreaterThanOrEqual(0)
})
