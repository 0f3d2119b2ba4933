import { expect, test } from 'vitest'
import { countGames, type RatedGame } from './count-games.ts'
import { fitRatings } from './fit.ts'

const game = (first: string, second: string, winner: 0 | 1 | undefined, fingerprint?: string): RatedGame => ({
  first,
  second,
  winner,
  fingerprint,
})

/** Two brains without chance: the one that goes first plays one game, and the other plays another. */
const copies = (times: number): RatedGame[] =>
  Array.from({ length: times }, () => [game('a', 'b', 0, 'x'), game('b', 'a', 1, 'y')]).flat()

test('copies of a game count once', () => {
  const counted = countGames(copies(10))
  expect(counted.all()).toEqual({ games: 20, different: 2 })
  expect(counted.of('a')).toEqual({ games: 20, different: 2 })
  expect(counted.results()).toEqual([
    { first: 'a', second: 'b', wins: 1, draws: 0, losses: 0 },
    { first: 'b', second: 'a', wins: 0, draws: 0, losses: 1 },
  ])
})

test('an interval is as wide after copies as after the games that they copy', () => {
  const fit = (times: number) => fitRatings(['a', 'b'], countGames(copies(times)).results()).players
  expect(fit(10).map(({ low, high }) => [low, high])).toEqual(fit(1).map(({ low, high }) => [low, high]))
})

test('the same moves in other seats, or by other players, are another game', () => {
  const counted = countGames([
    game('a', 'b', 0, 'x'),
    game('b', 'a', 0, 'x'),
    game('a', 'c', 0, 'x'),
    game('a', 'b', undefined, 'z'),
  ])
  expect(counted.all()).toEqual({ games: 4, different: 4 })
  expect(counted.of('c')).toEqual({ games: 1, different: 1 })
})

test('games without a fingerprint are all different', () => {
  const counted = countGames([game('a', 'b', 0), game('a', 'b', 0), game('a', 'b', 0, 'x')])
  expect(counted.all()).toEqual({ games: 3, different: 3 })
})

test('a draw is neither a win nor a loss', () => {
  const counted = countGames([
    game('a', 'b', undefined, 'x'),
    game('a', 'b', 1, 'y'),
    game('a', 'b', undefined),
  ])
  expect(counted.results()).toEqual([{ first: 'a', second: 'b', wins: 0, draws: 2, losses: 1 }])
})

test('says of each game whether it is a copy, and of a stranger that it has no games', () => {
  const counted = countGames()
  expect([counted.add(game('a', 'b', 1, 'x')), counted.add(game('a', 'b', 1, 'x'))]).toEqual([true, false])
  expect(counted.all()).toEqual({ games: 2, different: 1 })
  expect(counted.of('nobody')).toEqual({ games: 0, different: 0 })
})
