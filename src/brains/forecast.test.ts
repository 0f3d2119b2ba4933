import { expect, test } from 'vitest'
import { forecast } from './forecast.ts'

test.each([
  [1, 1, 'wins in 1 move'],
  [1, 3, 'wins in 2 moves'],
  [-1, 2, 'loses in 1 move'],
  [-1, 4, 'loses in 2 moves'],
])('a score of %i, %i plies before the end, is told as %j', (score, plies, text) =>
  expect(forecast(score, plies)).toBe(text),
)
