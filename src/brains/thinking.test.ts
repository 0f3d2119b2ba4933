import { expect, test } from 'vitest'
import { limitsFor, type ClockMemory } from './thinking.ts'

const now = (): number => 5000

test.each([
  ['a full clock for each move', 100, 100, 55],
  ['a full clock with time to spare', 3000, 3000, 1000],
  ['an account that grows', 60_000, 70_000, 1000],
  ['an account that has run low', 60_000, 4000, 200],
  ['no time at all', 1000, 0, 0],
  ['no limit', Infinity, Infinity, 1000],
])('%s: %i ms at first and %i now allow %i', (_, first, timeLeft, expected) => {
  const memory: ClockMemory = {}
  limitsFor({ timeLeft: first, now }, memory)
  expect(limitsFor({ timeLeft, now }, memory)).toEqual({ nodes: Infinity, until: 5000 + expected, now })
})

test('an account without increment is never used up', () => {
  const memory: ClockMemory = {}
  let timeLeft = 10_000
  for (let move = 0; move < 100; move++) timeLeft -= limitsFor({ timeLeft, now }, memory).until - 5000
  expect(timeLeft).toBeGreaterThan(10)
})

test('a node budget counts by itself, or ends sooner than the clock', () => {
  expect(limitsFor({ timeLeft: 100, nodeBudget: 700 }, {})).toEqual({
    nodes: 700,
    until: Infinity,
    now: undefined,
  })
  expect(limitsFor({ timeLeft: 100, nodeBudget: 700, now }, {})).toEqual({ nodes: 700, until: 5055, now })
})

test('without clock and budget there is still an end, an early one if time is short', () => {
  expect(limitsFor({ timeLeft: Infinity }, {}).nodes).toBe(20_000)
  expect(limitsFor({ timeLeft: 100 }, {}).nodes).toBeCloseTo(1100)
})
