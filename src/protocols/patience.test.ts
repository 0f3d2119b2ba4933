import { once } from 'node:events'
import { expect, test } from 'vitest'
import { backOffMs, endingAfter, mayPass, retryAfterMs } from './patience.ts'

test('pauses double from 100 ms to 2 s, and last at least as long as the server asks', () => {
  expect([0, 1, 2, 3, 4, 5, 99].map((failures) => backOffMs(failures, 0))).toEqual([
    100, 200, 400, 800, 1600, 2000, 2000,
  ])
  expect([backOffMs(1, 5000), backOffMs(5, 1000)]).toEqual([5000, 2000])
})

test('only faults of the server and too many requests may pass', () => {
  expect([200, 400, 404, 428, 429, 430, 499, 500, 503].filter(mayPass)).toEqual([429, 500, 503])
})

test.each([
  ['2', 2_000],
  ['0.5', 500],
  ['-3', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
  ['3600', 60_000],
  [null, 0],
  [undefined, 0],
])('Retry-After: %s is %i ms, and at most a minute', (header, ms) => {
  expect(retryAfterMs(header)).toBe(ms)
})

test('a call ends with its own signal before its time is over', () => {
  const own = new AbortController()
  const signal = endingAfter(60_000, own.signal)
  expect(signal.aborted).toBe(false)
  own.abort()
  expect(signal.aborted).toBe(true)
  expect(endingAfter(60_000).aborted).toBe(false)
})

test('a call ends when its time is over, with a signal of its own or without', async () => {
  const { signal } = new AbortController()
  const ended = [endingAfter(1), endingAfter(1, signal)]
  for (const one of ended) if (!one.aborted) await once(one, 'abort')
  expect(ended.map((one) => (one.reason as Error).name)).toEqual(['TimeoutError', 'TimeoutError'])
})
