import { expect, test } from 'vitest'
import { gamesByPair } from './games-by-pair.ts'

test('results come out sorted by pair and added up, in whatever order and pieces they came', () => {
  const names = ['a', 'b', 'c']
  const results = [
    { first: 'c', second: 'a', wins: 1, draws: 0, losses: 0 },
    { first: 'a', second: 'c', wins: 0, draws: 2, losses: 0 },
    { first: 'b', second: 'a', wins: 0, draws: 0, losses: 4 },
    { first: 'a', second: 'b', wins: 5, draws: 0, losses: 1 },
    { first: 'c', second: 'a', wins: 2, draws: 1, losses: 3 },
  ]
  const sorted = {
    players: 3,
    first: Int32Array.of(0, 0, 1, 2),
    second: Int32Array.of(1, 2, 0, 0),
    wins: Float64Array.of(5, 0, 0, 3),
    draws: Float64Array.of(0, 2, 0, 1),
    losses: Float64Array.of(1, 0, 4, 3),
    hasDraws: true,
  }
  expect(gamesByPair(names, results)).toEqual(sorted)
  expect(gamesByPair(names, results.toReversed())).toEqual(sorted)
})
