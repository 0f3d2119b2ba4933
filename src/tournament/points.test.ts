import { expect, test } from 'vitest'
import { judgedPoints, judgesPoints, pointsForPlace, pointsForResults, WIN_DRAW_LOSS } from './points.ts'

test('points by place go down by a step and never below nothing', () => {
  const points = { kind: 'by-place', first: 50, step: 5, judges: 20 } as const
  expect([1, 2, 3, 10, 11, 12].map((place) => pointsForPlace(points, place))).toEqual([50, 45, 40, 5, 0, 0])
})

const byPlace = { kind: 'by-place', first: 30, step: 3, judges: 0 } as const
const threeForAWin = { kind: 'by-result', win: 3, draw: 1, loss: 0 } as const

test('a contest with judges gives points by place, and keeps what its challenge says of places and judges', () => {
  expect(judgedPoints(threeForAWin, undefined)).toBe(threeForAWin)
  expect(judgedPoints(threeForAWin, 10)).toEqual({ kind: 'by-place', first: 50, step: 5, judges: 10 })
  expect(judgedPoints(byPlace, 10)).toEqual({ ...byPlace, judges: 10 })
  expect(judgedPoints({ ...byPlace, judges: 20 }, 10)).toEqual({ ...byPlace, judges: 20 })
})

test('judges give nothing where results count', () => {
  expect([threeForAWin, byPlace, { ...byPlace, judges: 20 }].map(judgesPoints)).toEqual([0, 0, 20])
})

test('a win is worth two where only places count', () => {
  expect(pointsForResults(threeForAWin)).toBe(threeForAWin)
  expect(pointsForResults(byPlace)).toEqual({ kind: 'by-result', win: 2, draw: 1, loss: 0 })
  expect(pointsForResults(byPlace)).toBe(WIN_DRAW_LOSS)
})
