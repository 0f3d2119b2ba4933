/** Spaces out what one name asks for: a leaky bucket. */
export interface Pace {
  /** Counts once more for this name, at a time in milliseconds; gives how many milliseconds to hold the answer. */
  count(name: string, now: number): number
}

/**
 * So many in a window may come as fast as they like; after that they are spaced out evenly, at the rate of the window. A loop that
 * waits for each answer is slowed down to that rate and is never refused.
 */
export function openPace(max: number, windowMs: number): Pace {
  const intervalMs = windowMs / max
  /** When the bucket of each name will have run dry. */
  const dryAt = new Map<string, number>()
  return {
    count(name, now) {
      if (dryAt.size >= MOST_NAMES) for (const [old, at] of dryAt) if (at <= now) dryAt.delete(old)
      if (dryAt.size >= MOST_NAMES) dryAt.clear()
      const at = Math.max(now, dryAt.get(name) ?? 0) + intervalMs
      dryAt.set(name, at)
      return Math.max(0, at - now - windowMs)
    },
  }
}

const MOST_NAMES = 20_000
