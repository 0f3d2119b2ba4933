/** A token bucket for each name: so much at once, refilled at a steady rate. Times are in milliseconds. */
export interface TokenBuckets {
  /** Seconds until so much is left for this name, or anything at all; undefined when it is. */
  wait(name: string, amount: number, now: number): number | undefined
  /** Takes an amount. It may be more than is left: the bucket then fills up from below nothing. */
  charge(name: string, amount: number, now: number): void
}

interface Bucket {
  readonly left: number
  readonly at: number
}

/** Names that are remembered; beyond it, those whose buckets are full again are forgotten. */
const MOST_NAMES = 10_000

export function openTokenBuckets(burst: number, perSecond: number): TokenBuckets {
  const buckets = new Map<string, Bucket>()

  const leftIn = ({ left, at }: Bucket, now: number): number =>
    Math.min(burst, left + ((now - at) / 1000) * perSecond)

  function forgetFull(now: number): void {
    for (const [name, bucket] of buckets) if (leftIn(bucket, now) >= burst) buckets.delete(name)
  }

  return {
    wait(name, amount, now) {
      const bucket = buckets.get(name)
      const left = bucket ? leftIn(bucket, now) : burst
      return left > 0 && left >= amount ? undefined : Math.max(1, Math.ceil((amount - left) / perSecond))
    },
    charge(name, amount, now) {
      const bucket = buckets.get(name)
      if (!bucket && buckets.size >= MOST_NAMES) forgetFull(now)
      buckets.set(name, { left: (bucket ? leftIn(bucket, now) : burst) - amount, at: now })
    },
  }
}
