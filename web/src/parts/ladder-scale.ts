import type { LadderRowBody } from '../../../src/api/ladder.ts'

/** From which rating to which a picture of a ladder goes. */
export interface LadderScale {
  readonly low: number
  readonly high: number
}

type Rated = Pick<LadderRowBody, 'rating' | 'plusMinus'>

/** Room for all intervals, rounded to hundreds, and never narrower than 200 points. */
export function ladderScale(rows: readonly Rated[]): LadderScale {
  if (rows.length === 0) return { low: 0, high: 200 }
  const low = Math.floor(Math.min(...rows.map(({ rating, plusMinus }) => rating - (plusMinus ?? 0))) / 100)
  const high = Math.ceil(Math.max(...rows.map(({ rating, plusMinus }) => rating + (plusMinus ?? 0))) / 100)
  const missing = Math.max(0, 2 - (high - low))
  return { low: (low - Math.floor(missing / 2)) * 100, high: (high + Math.ceil(missing / 2)) * 100 }
}

/** Where a rating is on the scale, in percent of its length. A rating outside is at the end. */
export const placeOn = ({ low, high }: LadderScale, rating: number): number =>
  Math.round(1000 * Math.min(1, Math.max(0, (rating - low) / (high - low)))) / 10
