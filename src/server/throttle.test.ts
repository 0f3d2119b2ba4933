import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it acts at once, and once more for all that was asked meanwhile', () => {
  let acts = 0
  const telling = throttle(500, () => void acts++)
  telling.ask()
  expect(acts).toBe(1)
  for (let asked = 0; asked < 5; asked++) telling.ask()
  vi.advanceTimersByTime(499)
  expect(acts).toBe(1)
  vi.advanceTimersByTime(1)
  expect(acts).toBe(2)
  vi.advanceTimersByTime(5_000)
  expect(acts).toBe(2)
  telling.ask()
  expect(acts).toBe(3)
})

test('after it was stopped nothing comes any more', () => {
  let acts = 0
  const telling = throttle(500, () => void acts++)
  telling.ask()
  telling.ask()
  telling.stop()
  vi.advanceTimersByTime(5_000)
  expect(acts).toBe(1)
})
