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

export const pointsForPlace = (points: PlacePoints, place: number): number =>
  Math.max(0, points.first - points.step * (place - 1))
