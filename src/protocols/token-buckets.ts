import { recentlyUsed } from '../base/recently-used.ts'

/** A token bucket for each name: a burst at once, refilled at a steady rate. Times are in milliseconds. */
export interface TokenBuckets {
  /** Seconds until this amount is left for the name, or anything at all; undefined when it is. */
  wait(name: string, amount: number, now: number): number | undefined
  /**
   * Milliseconds until the bucket is out of debt if this amount is taken now. A caller that waits for so long keeps to the
   * rate.
   */
  debtMs(name: string, amount: number, now: number): number
  /** Takes an amount, which may be more than is left. */
  charge(name: string, amount: number, now: number): void
  /** Takes one if one is left. Otherwise it takes nothing and gives the seconds to wait. */
  takeOne(name: string, now: number): number | undefined
}

interface Bucket {
  readonly left: number
  readonly at: number
}

/** Beyond this many names the one that was charged longest ago is forgotten. */
const MAX_NAMES = 20_000

export function openTokenBuckets(burst: number, perSecond: number): TokenBuckets {
  const buckets = recentlyUsed<string, Bucket>(MAX_NAMES)

  function leftFor(name: string, now: number): number {
    const bucket = buckets.get(name)
    return bucket ? Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond) : burst
  }

  function wait(name: string, amount: number, now: number): number | undefined {
    const left = leftFor(name, now)
    return left > 0 && left >= amount ? undefined : Math.max(1, Math.ceil((amount - left) / perSecond))
  }

  function charge(name: string, amount: number, now: number): void {
    buckets.set(name, { left: leftFor(name, now) - amount, at: now })
  }

  return {
    wait,
    debtMs: (name, amount, now) => (Math.max(0, amount - leftFor(name, now)) / perSecond) * 1000,
    charge,
    takeOne(name, now) {
      const seconds = wait(name, 1, now)
      if (seconds === undefined) charge(name, 1, now)
      return seconds
    },
  }
}
