import { expect, test } from 'vitest'
import { ladderScale, placeOn } from './ladder-scale.ts'

test.each([
  [[], { low: 0, high: 200 }],
  [[{ rating: 1500, plusMinus: null }], { low: 1400, high: 1600 }],
  [[{ rating: 1540, plusMinus: 20 }], { low: 1500, high: 1700 }],
  [
    [
      { rating: 2010, plusMinus: 95 },
      { rating: -30, plusMinus: 75 },
    ],
    { low: -200, high: 2200 },
  ],
])('the scale of %j has room for all intervals', (rows, scale) => expect(ladderScale(rows)).toEqual(scale))

test.each([
  [1000, 0],
  [1500, 50],
  [2000, 100],
  [900, 0],
  [2500, 100],
  [1333, 33.3],
])('%i is at %f %% of a scale from 1000 to 2000', (rating, place) =>
  expect(placeOn({ low: 1000, high: 2000 }, rating)).toBe(place),
)
