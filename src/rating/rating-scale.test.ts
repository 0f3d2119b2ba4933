import { expect, test } from 'vitest'
import { ratingScale, ticksBetween } from './rating-scale.ts'

test.each([
  ['nothing', [], { low: -50, high: 50, ticks: [-40, -20, 0, 20, 40] }],
  ['a little', [{ low: -10, high: 20 }], { low: -50, high: 50, ticks: [-40, -20, 0, 20, 40] }],
  [
    'much',
    [
      { low: -310, high: -20 },
      { low: 100, high: 460 },
    ],
    { low: -310, high: 460, ticks: [-300, -200, -100, 0, 100, 200, 300, 400] },
  ],
  [
    'what nothing bounds',
    [
      { low: -Infinity, high: 90 },
      { low: 0, high: Infinity },
    ],
    { low: -50, high: 90, ticks: [-40, -20, 0, 20, 40, 60, 80] },
  ],
])('the scale for %s has round numbers', (_, intervals, expected) => {
  expect(ratingScale(intervals)).toEqual(expected)
})

test('with room for five numbers there are no more', () => {
  expect(ratingScale([{ low: -1700, high: 2100 }], 5).ticks).toEqual([-1000, 0, 1000, 2000])
})

test('both ends may be numbers, and the middle is 0 and never −0', () => {
  expect(ticksBetween(0, 100, 11)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  expect(ticksBetween(-5, 100, 3)).toEqual([0, 100])
})
