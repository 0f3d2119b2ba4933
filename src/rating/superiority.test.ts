import { expect, test } from 'vitest'
import { fitRatings } from './fit.ts'
import { superiority, superiorityOfWins } from './superiority.ts'

// The first two as cutechess-cli printed them for matches that ended 99 : 97 with 104 draws, and 45 : 37 with 18 draws.
test.each([
  [99, 97, '55.7'],
  [45, 37, '81.2'],
  [0, 0, '50.0'],
  [7, 7, '50.0'],
  [37, 45, '18.8'],
])('%i wins and %i losses: stronger with a likelihood of %s %%', (wins, losses, percent) => {
  expect((100 * superiorityOfWins(wins, losses)).toFixed(1)).toBe(percent)
})

test('by the fit, two players come out as by their wins alone, and draws change nothing', () => {
  for (const draws of [0, 200]) {
    const games = [{ first: 'a', second: 'b', wins: 300, draws, losses: 270 }]
    const fit = fitRatings(['a', 'b'], games, { firstMatters: false })
    expect(superiority(fit, 'a', 'b')).toBeCloseTo(superiorityOfWins(300, 270), 3)
  }
})

test('players may be told apart who never met', () => {
  const games = [
    { first: 'a', second: 'b', wins: 60, draws: 0, losses: 40 },
    { first: 'b', second: 'c', wins: 60, draws: 0, losses: 40 },
  ]
  const fit = fitRatings(['a', 'b', 'c'], games, { firstMatters: false })
  expect(superiority(fit, 'a', 'c')).toBeGreaterThan(superiority(fit, 'a', 'b'))
  expect(superiority(fit, 'a', 'c') + superiority(fit, 'c', 'a')).toBeCloseTo(1, 14)
  expect(superiority(fit, 'a', 'a')).toBe(0.5)
})
