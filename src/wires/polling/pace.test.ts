import { expect, test } from 'vitest'
import { openPace } from './pace.ts'

test('a burst passes, then answers are spaced out at the rate of the window', () => {
  const pace = openPace(10, 1000)
  expect(Array.from({ length: 13 }, () => pace.count('ann', 0))).toEqual([
    ...Array<number>(10).fill(0),
    100,
    200,
    300,
  ])
  expect(pace.count('bob', 0)).toBe(0)
})

test('a loop that waits for each answer asks at the rate of the window, and is never held for longer than an interval', () => {
  const pace = openPace(10, 1000)
  let now = 0
  const held = Array.from({ length: 100 }, () => {
    const ms = pace.count('ann', now)
    now += ms
    return ms
  })
  expect(Math.max(...held)).toBe(100)
  expect(now).toBe(9000)
})

test('who has been silent for a window may ask as at first', () => {
  const pace = openPace(10, 1000)
  for (let n = 0; n < 20; n++) pace.count('ann', 0)
  expect(pace.count('ann', 500)).toBeGreaterThan(0)
  expect(pace.count('ann', 3200)).toBe(0)
})
