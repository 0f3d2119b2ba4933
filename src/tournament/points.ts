/** What a result is worth in a contest. */
export type Points =
  | { readonly kind: 'by-result'; readonly win: number; readonly draw: number; readonly loss: number }
  /** `first` for the winner of the contest, `step` less for each further place, and what judges may add. */
  | { readonly kind: 'by-place'; readonly first: number; readonly step: number; readonly judges: number }

export const WIN_DRAW_LOSS: Points = { kind: 'by-result', win: 2, draw: 1, loss: 0 }

export const pointsForPlace = (points: Extract<Points, { kind: 'by-place' }>, place: number): number =>
  Math.max(0, points.first - points.step * (place - 1))
