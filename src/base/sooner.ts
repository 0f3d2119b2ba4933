/** What a promise gives if it does so before the pause is over; the pause is cut short then. */
export async function sooner<T>(
  promise: Promise<T>,
  pause: (enough: AbortSignal) => Promise<void>,
): Promise<{ readonly value: T } | undefined> {
  const enough = new AbortController()
  try {
    const early = await Promise.race([promise.then((value) => ({ value })), pause(enough.signal)])
    return early ?? undefined
  } finally {
    enough.abort()
  }
}
