import { deferred } from './deferred.ts'

/** The value of a promise, or `otherwise` if the signal is aborted first. */
export function unlessAborted<T, U>(promise: Promise<T>, signal: AbortSignal, otherwise: U): Promise<T | U> {
  const { promise: aborted, resolve } = deferred<U>()
  const abort = (): void => resolve(otherwise)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([aborted, promise]).finally(() => signal.removeEventListener('abort', abort))
}
