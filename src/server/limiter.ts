/** How often something may happen in a window of time. */
export interface Limiter {
  /** Counts once more for this name, at a time in milliseconds; gives how many seconds it has to wait, if that was once too often. */
  count(name: string, now: number): number | undefined
}

/** All windows begin together, so that what was counted can be forgotten at once. */
export function openLimiter(max: number, windowMs: number): Limiter {
  const counts = new Map<string, number>()
  let ends = 0
  return {
    count(name, now) {
      if (now >= ends) {
        counts.clear()
        ends = now + windowMs
      }
      const used = (counts.get(name) ?? 0) + 1
      counts.set(name, used)
      return used > max ? Math.ceil((ends - now) / 1000) : undefined
    },
  }
}
