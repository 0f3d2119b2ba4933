import { expect, test } from 'vitest'
import { deferred } from './deferred.ts'
import { unlessAborted } from './unless-aborted.ts'

test('what comes in time is what there is', async () => {
  const { signal } = new AbortController()
  expect(await unlessAborted(Promise.resolve('here'), signal, 'too late')).toBe('here')
})

test('an end that comes first ends the wait, and what comes then is heard by nobody', async () => {
  const ending = new AbortController()
  const { promise, reject } = deferred<string>()
  const waiting = unlessAborted(promise, ending.signal, 'too late')
  ending.abort()
  reject(new Error('nobody hears this'))
  expect(await waiting).toBe('too late')
})

test('what has ended already has ended, whatever there is', async () => {
  expect(await unlessAborted(Promise.resolve('here'), AbortSignal.abort(), 'too late')).toBe('too late')
})

test('a failure is one', async () => {
  const { signal } = new AbortController()
  await expect(unlessAborted(Promise.reject(new Error('broken')), signal, 'too late')).rejects.toThrow(
    'broken',
  )
})
