import type { HistoryPointBody, LadderHistoryBody } from '../../../src/api/ladder.ts'
import { ticksBetween } from '../../../src/rating/rating-scale.ts'

/** The ratings of one bot over time. */
export type RatingLine = LadderHistoryBody['lines'][number]

/** From where to where a plot of ratings over time goes, and what its axes say. Places are in percent of the plot. */
export interface RatingPlane {
  readonly across: (at: number) => number
  readonly down: (rating: number) => number
  readonly ratings: readonly number[]
  readonly times: readonly TimeTick[]
}

export interface TimeTick {
  readonly at: number
  readonly label: string
}

/** Few enough numbers on an axis for a phone. */
const MOST_RATINGS = 6
const MOST_TIMES = 5

/**
 * A plane with room for all ratings, and for the intervals of the later half of each line. The wide intervals of the first games are
 * cut off: they would leave the lines no height.
 * `offset`: minutes from local time to UTC, as `Date.getTimezoneOffset` says.
 */
export function ratingPlane(lines: readonly RatingLine[], offset: number): RatingPlane {
  const points = lines.flatMap((line) => line.points)
  const late = lines.flatMap((line) => line.points.slice(Math.floor(line.points.length / 2)))
  const shown = [
    ...points.map(({ rating }) => rating),
    ...late.flatMap(({ rating, plusMinus }) => [rating - plusMinus, rating + plusMinus]),
  ]
  const [low, high] = widened(Math.min(...shown), Math.max(...shown), LEAST_POINTS)
  const times = points.map(({ at }) => Date.parse(at))
  const [from, to] = widened(Math.min(...times), Math.max(...times), LEAST_MS)
  return {
    across: (at) => (100 * (at - from)) / (to - from),
    down: (rating) => 100 - (100 * (rating - low)) / (high - low),
    ratings: ticksBetween(low, high, MOST_RATINGS),
    times: timeTicks(from, to, offset),
  }
}

const LEAST_POINTS = 100
const LEAST_MS = 60_000

/** The range, at least so wide, with a margin at both ends. */
function widened(low: number, high: number, least: number): readonly [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, least]
  const margin = Math.max((least - (high - low)) / 2, (high - low) * 0.03)
  return [low - margin, high + margin]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((days) => days * DAY),
]

/** Round moments of local time: `15:30`, and the date where a day begins. */
export function timeTicks(from: number, to: number, offset: number): readonly TimeTick[] {
  const shift = offset * MINUTE
  const step = STEPS.find((one) => (to - from) / one <= MOST_TIMES) ?? (to - from) / MOST_TIMES
  const first = Math.ceil((from - shift) / step) * step + shift
  const count = Math.floor((to - first) / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = first + index * step
    return { at, label: labelOf(new Date(at - shift)) }
  })
}

/** `local`: a moment whose UTC fields are those of local time. */
const labelOf = (local: Date): string =>
  local.getTime() % DAY === 0
    ? `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}`
    : local.toISOString().slice(11, 16)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A point of a line. */
export interface PointPlace {
  readonly line: number
  readonly point: number
}

/** The point nearest to a place of the plot. The place is in percent, the size in pixels. */
export function nearestPoint(
  lines: readonly RatingLine[],
  plane: RatingPlane,
  place: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
): PointPlace | undefined {
  let best: PointPlace | undefined
  let least = Infinity
  for (const [line, { points }] of lines.entries())
    for (const [point, { at, rating }] of points.entries()) {
      const right = ((plane.across(Date.parse(at)) - place.x) * size.width) / 100
      const below = ((plane.down(rating) - place.y) * size.height) / 100
      const distance = Math.hypot(right, below)
      if (distance >= least) continue
      least = distance
      best = { line, point }
    }
  return best
}

/** The points with which a new version begins. */
export const versionStarts = (points: readonly HistoryPointBody[]): readonly HistoryPointBody[] =>
  points.filter(({ version }, index) => points[index - 1]?.version !== version)
