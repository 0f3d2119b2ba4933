import { expect, test } from 'vitest'
import { openSetbacks } from './setbacks.ts'

test('a player whose matches are void is put off for longer each time, and forgiven when it has played', () => {
  let now = 0
  const setbacks = openSetbacks({ now: () => now })
  expect(setbacks.next()).toBe(Infinity)
  setbacks.add(['bad', 'innocent'])
  expect([setbacks.isPutOff('bad'), setbacks.isPutOff('other'), setbacks.next()]).toEqual([
    true,
    false,
    10_000,
  ])
  now = 10_000
  expect([setbacks.isPutOff('bad'), setbacks.next()]).toEqual([false, Infinity])
  setbacks.clear(['innocent'])
  setbacks.add(['bad'])
  expect(setbacks.next()).toBe(30_000)
  for (let times = 0; times < 20; times++) setbacks.add(['bad'])
  expect(setbacks.next()).toBe(610_000)
  setbacks.clear(['bad'])
  expect(setbacks.next()).toBe(Infinity)
})
