import { expect, test } from 'vitest'
import { deferred } from './deferred.ts'
import { withTimeout } from './with-timeout.ts'

test('a promise that resolves before the timeout gives its value, even undefined, and aborts the timeout', async () => {
  let decided: AbortSignal | undefined
  const given = await withTimeout(Promise.resolve(undefined), (signal) => {
    decided = signal
    return deferred().promise
  })
  expect(given).toEqual({ value: undefined })
  expect(decided?.aborted).toBe(true)
})

test('the value of a promise that resolves later, but before the timeout, is given', async () => {
  const { promise, resolve } = deferred<string>()
  const given = withTimeout(promise, () => deferred().promise)
  resolve('here')
  expect(await given).toStrictEqual({ value: 'here' })
})

test('a promise that resolves after the timeout gives nothing', async () => {
  const timeout = deferred()
  const given = withTimeout(deferred<string>().promise, () => timeout.promise)
  timeout.resolve()
  expect(await given).toBeUndefined()
})

test('a promise that rejects aborts the timeout, too', async () => {
  let decided: AbortSignal | undefined
  const given = withTimeout(Promise.reject(new Error('broken')), (signal) => {
    decided = signal
    return deferred().promise
  })
  await expect(given).rejects.toThrow('broken')
  expect(decided?.aborted).toBe(true)
})
