import { describe, expect, test } from 'vitest'
import { eloFromScore, eloOfTally, scoreFromElo } from './elo.ts'
import { chance, randomly } from './played.fixture.ts'

test.each([
  [0.5, 0],
  [0.75, 190.84850188786498],
  [0.9, 2 * 190.84850188786498],
  [10 / 11, 400],
  [1, Infinity],
  [0, -Infinity],
])('a score of %f is %f points', (score, elo) => {
  expect(eloFromScore(score)).toBeCloseTo(elo, 9)
  expect(scoreFromElo(elo)).toBeCloseTo(score, 12)
})

// Difference and half of the interval: the first two as cutechess-cli printed them, the others from the tests of fastchess.
test.each([
  { tally: [97, 104, 99], elo: 2.3, margin: 31.8 },
  { tally: [37, 18, 45], elo: 27.9, margin: 62.4 },
  { tally: [772, 1329, 859], elo: 10.21, margin: 9.28 },
  { tally: [1267, 3049, 1164], elo: -6.53, margin: 6.12 },
])('$tally losses, draws and wins are $elo ± $margin points', ({ tally, elo, margin }) => {
  const found = eloOfTally(tally)
  expect(found.elo).toBeCloseTo(elo, 1)
  // Theirs is mean ± 1.96 deviations, ours a likelihood ratio: nearly the same away from the ends.
  expect(Math.abs((found.high - found.low) / 2 / margin - 1)).toBeLessThan(0.01)
})

test('swapped pairs that are always split tell more than their games one by one', () => {
  const [pairs, games] = [eloOfTally([1, 3, 90, 4, 2]), eloOfTally([93, 10, 97])]
  expect(pairs.elo).toBeCloseTo(eloFromScore((3 * 0.25 + 90 * 0.5 + 4 * 0.75 + 2) / 100), 9)
  expect(pairs.high - pairs.low).toBeLessThan((games.high - games.low) / 2)
})

test.each([
  { tally: [0, 0, 10], low: eloFromScore(Math.exp(-1.9207294 / 10)), high: Infinity },
  { tally: [4, 0, 0], low: -Infinity, high: -eloFromScore(Math.exp(-1.9207294 / 4)) },
  { tally: [0, 0, 0], low: -Infinity, high: Infinity },
])('at the ends the interval of $tally is open on one side only', ({ tally, low, high }) => {
  const found = eloOfTally(tally)
  expect(found.low).toBeCloseTo(low, 4)
  expect(found.high).toBeCloseTo(high, 4)
})

test('all draws are equal players, within limits', () => {
  const { elo, low, high } = eloOfTally([0, 50, 0])
  expect(elo).toBe(0)
  expect(low).toBeCloseTo(-high, 9)
  expect(high).toBeGreaterThan(5)
  expect(high).toBeLessThan(50)
})

describe('matches of players whose score is known', () => {
  test.each([
    { score: 0.5, draws: 0.3, games: 100 },
    { score: 0.8, draws: 0.2, games: 60 },
    { score: 0.65, draws: 0, games: 40 },
  ])('intervals hold the truth in 95 of 100: $score with $games games', ({ score, draws, games }) => {
    const truth = eloFromScore(score)
    let held = 0
    for (let seed = 0; seed < 1000; seed++) {
      const rng = randomly(seed)
      const tally = [0, 0, 0]
      for (let game = 0; game < games; game++) {
        const drawn = chance(rng)
        const result = drawn < draws ? 1 : drawn < draws + score - draws / 2 ? 2 : 0
        tally[result] = (tally[result] ?? 0) + 1
      }
      const { low, high } = eloOfTally(tally)
      if (low <= truth && truth <= high) held++
    }
    expect(held).toBeGreaterThan(920)
    expect(held).toBeLessThan(980)
  })
})
