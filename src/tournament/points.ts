/** What the result of one match is worth. */
export interface ResultPoints {
  readonly kind: 'by-result'
  readonly win: number
  readonly draw: number
  readonly loss: number
}

/** `first` for the winner of the contest, `step` less for each further place, and what judges may add. */
export interface PlacePoints {
  readonly kind: 'by-place'
  readonly first: number
  readonly step: number
  readonly judges: number
}

/** What a result is worth in a contest. */
export type Points = ResultPoints | PlacePoints

export const WIN_DRAW_LOSS: ResultPoints = { kind: 'by-result', win: 2, draw: 1, loss: 0 }

/** What matches count for on the way to a place: a contest that pays by place still has to find the places. */
export const pointsForResults = (points: Points): ResultPoints =>
  points.kind === 'by-result' ? points : WIN_DRAW_LOSS

export const pointsForPlace = (points: PlacePoints, place: number): number =>
  Math.max(0, points.first - points.step * (place - 1))
