import { expect, test } from 'vitest'
import { stillIndex } from './still-index.ts'
import { paceFor } from './use-loop.ts'

test.each([
  [0, 700],
  [9, 700],
  [80, 500],
  [200, 200],
  [5_000, 90],
])('a match of %i turns stays %i ms at each of them', (turns, ms) => expect(paceFor(turns)).toBe(ms))

test.each([
  ['the only round', [{ first: 0, count: 11 }], 8],
  [
    'the longest round',
    [
      { first: 0, count: 6 },
      { first: 6, count: 21 },
      { first: 27, count: 3 },
    ],
    22,
  ],
  ['a round without a turn', [{ first: 0, count: 1 }], 0],
])('a still picture is late in %s', (_, rounds, index) =>
  expect(stillIndex({ rounds: rounds.map((round) => ({ ...round, seats: [0, 1] as const })) })).toBe(index),
)
