/**
 * The value of a promise, or undefined if `timeout` resolves first. The signal given to `timeout` is aborted once the
 * race is decided.
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  timeout: (decided: AbortSignal) => Promise<void>,
): Promise<{ readonly value: T } | undefined> {
  const decided = new AbortController()
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), timeout(decided.signal)])
    return first ?? undefined
  } finally {
    decided.abort()
  }
}
