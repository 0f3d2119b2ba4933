import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { deferred } from './deferred.ts'
import { unlessAborted } from './unless-aborted.ts'

test('a promise that settles before the abort gives its value', async () => {
  const { signal } = new AbortController()
  expect(await unlessAborted(Promise.resolve('here'), signal, 'too late')).toBe('here')
})

test('an abort that comes first ends the wait, and a later rejection is not unhandled', async () => {
  const ending = new AbortController()
  const { promise, reject } = deferred<string>()
  const waiting = unlessAborted(promise, ending.signal, 'too late')
  ending.abort()
  reject(new Error('nobody hears this'))
  expect(await waiting).toBe('too late')
})

test('a signal that is aborted already wins over a settled promise', async () => {
  expect(await unlessAborted(Promise.resolve('here'), AbortSignal.abort(), 'too late')).toBe('too late')
})

test('a rejection before the abort is passed on', async () => {
  const { signal } = new AbortController()
  await expect(unlessAborted(Promise.reject(new Error('broken')), signal, 'too late')).rejects.toThrow(
    'broken',
  )
})

// The signal of a server lives as long as the server, and waits for thousands of promises.
test('a promise that has settled leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  await unlessAborted(Promise.resolve('here'), signal, 'too late')
  await unlessAborted(Promise.reject(new Error('broken')), signal, 'too late').catch(() => {})
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
