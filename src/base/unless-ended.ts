import { deferred } from './deferred.ts'

/** What a promise gives, or `otherwise` if the signal ends the wait first. */
export function unlessEnded<T, U>(promise: Promise<T>, signal: AbortSignal, otherwise: U): Promise<T | U> {
  const { promise: ended, resolve } = deferred<U>()
  const end = (): void => resolve(otherwise)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return Promise.race([ended, promise]).finally(() => signal.removeEventListener('abort', end))
}
