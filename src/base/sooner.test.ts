import { expect, test } from 'vitest'
import { deferred } from './deferred.ts'
import { sooner } from './sooner.ts'

test('what comes before the pause is over is given, even if that is nothing, and the pause is cut short', async () => {
  let enough: AbortSignal | undefined
  const given = await sooner(Promise.resolve(undefined), (signal) => {
    enough = signal
    return deferred().promise
  })
  expect(given).toEqual({ value: undefined })
  expect(enough?.aborted).toBe(true)
})

test('what comes later is not', async () => {
  const pause = deferred()
  const given = sooner(deferred<string>().promise, () => pause.promise)
  pause.resolve()
  expect(await given).toBeUndefined()
})

test('a failure cuts the pause short, too', async () => {
  let enough: AbortSignal | undefined
  const given = sooner(Promise.reject(new Error('broken')), (signal) => {
    enough = signal
    return deferred().promise
  })
  await expect(given).rejects.toThrow('broken')
  expect(enough?.aborted).toBe(true)
})
