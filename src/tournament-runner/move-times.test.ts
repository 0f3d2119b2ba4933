import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTime, NO_TIMES, percentile, sumTimes } from './move-times.ts'

const timesOf = (all: readonly number[]) => all.reduce(addTime, NO_TIMES)

test('no moves have no percentile', () => {
  expect(percentile(NO_TIMES, 0.5)).toBeUndefined()
})

test('percentiles are exact to a tenth of their value, and none is above the longest move', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.9, 0.95, 0.99, 1),
      (all, share) => {
        const sorted = all.toSorted((a, b) => a - b)
        const truth = sorted[Math.ceil(share * all.length) - 1] ?? NaN
        const told = percentile(timesOf(all), share) ?? NaN
        expect(told).toBeLessThanOrEqual(Math.max(...all))
        expect(Math.abs(told - truth) / truth).toBeLessThan(0.1)
      },
    ),
  )
})

test('times add up, in whatever parts they come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5000 })), fc.nat(50), (all, at) => {
      const parts = sumTimes([timesOf(all.slice(0, at)), timesOf(all.slice(at))])
      expect(parts).toEqual(timesOf(all))
    }),
  )
})

test('a time has its bucket, each a tenth wider than the one before, and the sum is in tenths', () => {
  expect(timesOf([0.05, 0.1, 0.12, 1, 1])).toEqual({
    buckets: { 0: 1, 1: 1, 2: 1, 25: 2 },
    moves: 5,
    totalMs: 2.3,
    longestMs: 1,
  })
})

test('moves that took no time are told as none, and a share of nothing is the shortest move', () => {
  expect(percentile(timesOf([0, 0, 0.04]), 0.99)).toBe(0)
  expect(percentile(timesOf([0, 50]), 0)).toBe(0)
  expect(percentile(timesOf([0.2, 1000]), 0.5)).toBeCloseTo(0.2, 1)
})

test('percentiles look at short moves first, however their buckets are named', () => {
  expect(percentile(timesOf([1, 9, 90, 900]), 0.25)).toBeLessThan(1.1)
  expect(percentile(timesOf([900, 90, 9, 1]), 0.75)).toBeGreaterThan(80)
})
