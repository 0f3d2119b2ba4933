import { expect, test } from 'vitest'
import { pointsForPlace } from './points.ts'

test('points by place go down by a step and never below nothing', () => {
  const points = { kind: 'by-place', first: 50, step: 5, judges: 20 } as const
  expect([1, 2, 3, 10, 11, 12].map((place) => pointsForPlace(points, place))).toEqual([50, 45, 40, 5, 0, 0])
})
