/** From where to where a plot of ratings goes, and the numbers on its axis. */
export interface RatingScale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

export function ratingScale(
  intervals: readonly { readonly low: number; readonly high: number }[],
  /** How many numbers there is room for. */
  most = 9,
): RatingScale {
  const low = Math.min(-50, ...intervals.map((one) => one.low).filter(Number.isFinite))
  const high = Math.max(50, ...intervals.map((one) => one.high).filter(Number.isFinite))
  return { low, high, ticks: ticksBetween(low, high, most) }
}

/** Round numbers, at most so many of them. */
export function ticksBetween(low: number, high: number, most: number): number[] {
  const rough = (high - low) / (most - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) as number
  const ticks: number[] = []
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick + 0)
  return ticks
}
