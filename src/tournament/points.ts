/** What the result of one match is worth. */
export interface ResultPoints {
  readonly kind: 'by-result'
  readonly win: number
  readonly draw: number
  readonly loss: number
}

/** `first` for the winner of the tournament, `step` less for each further place, and up to `judges` more from the judges. */
export interface PlacePoints {
  readonly kind: 'by-place'
  readonly first: number
  readonly step: number
  readonly judges: number
}

/** What a result is worth. */
export type Points = ResultPoints | PlacePoints

export const WIN_DRAW_LOSS: ResultPoints = { kind: 'by-result', win: 2, draw: 1, loss: 0 }

/** What a match is worth for the ranking. Where points go by place, the ranking needs points for results all the same. */
export const pointsForResults = (points: Points): ResultPoints =>
  points.kind === 'by-result' ? points : WIN_DRAW_LOSS

/** How many points a judge gives at most, where a contest has judges and does not say it. */
export const JUDGES_POINTS = 20

/**
 * The points of a contest with judges, where its challenge may have none: `judges` is what the contest says. A place
 * is then worth what it is in the contests that have judges of their own: 50 for the first, 5 less for each after it.
 */
export function judgedPoints(points: Points, judges: number | undefined): Points {
  if (judges === undefined || judgesPoints(points) > 0) return points
  return points.kind === 'by-place' ? { ...points, judges } : { kind: 'by-place', first: 50, step: 5, judges }
}

/** How many points a judge gives at most; 0 without judges. */
export const judgesPoints = (points: Points): number => (points.kind === 'by-place' ? points.judges : 0)

export const pointsForPlace = (points: PlacePoints, place: number): number =>
  Math.max(0, points.first - points.step * (place - 1))
