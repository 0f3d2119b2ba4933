/**
 * A histogram of move times. Each bucket is 10 % wider than the one before: small enough for a log of many matches, exact
 * to 5 %, and histograms can be added.
 */
export interface MoveTimes {
  /** Bucket → moves in it. */
  readonly buckets: Readonly<Record<string, number>>
  readonly moves: number
  readonly totalMs: number
  readonly longestMs: number
}

export const NO_TIMES: MoveTimes = { buckets: {}, moves: 0, totalMs: 0, longestMs: 0 }

export function addTime(times: MoveTimes, ms: number): MoveTimes {
  const bucket = String(bucketOf(ms))
  return {
    buckets: { ...times.buckets, [bucket]: (times.buckets[bucket] ?? 0) + 1 },
    moves: times.moves + 1,
    totalMs: tenths(times.totalMs + ms),
    longestMs: Math.max(times.longestMs, ms),
  }
}

export function sumTimes(all: readonly MoveTimes[]): MoveTimes {
  const buckets: Record<string, number> = {}
  let [moves, totalMs, longestMs] = [0, 0, 0]
  for (const times of all) {
    for (const [bucket, count] of Object.entries(times.buckets))
      buckets[bucket] = (buckets[bucket] ?? 0) + count
    moves += times.moves
    totalMs = tenths(totalMs + times.totalMs)
    longestMs = Math.max(longestMs, times.longestMs)
  }
  return { buckets, moves, totalMs, longestMs }
}

/** The time that this share of moves stayed below; undefined without moves. */
export function percentile(times: MoveTimes, share: number): number | undefined {
  let left = Math.max(1, Math.ceil(share * times.moves))
  // Keys that are whole numbers come in their order.
  for (const [bucket, count] of Object.entries(times.buckets)) {
    left -= count
    if (left <= 0) return Math.min(middleOf(Number(bucket)), times.longestMs)
  }
  return undefined
}

const STEP = Math.log(1.1)
const SMALLEST_MS = 0.1

/** 0 for all that is too short to be told apart. */
const bucketOf = (ms: number): number =>
  ms < SMALLEST_MS ? 0 : Math.floor(Math.log(ms / SMALLEST_MS) / STEP) + 1

const middleOf = (bucket: number): number =>
  bucket === 0 ? 0 : SMALLEST_MS * Math.exp((bucket - 0.5) * STEP)

const tenths = (ms: number): number => Math.round(ms * 10) / 10
