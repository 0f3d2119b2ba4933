import { expect, test } from 'vitest'
import { fitRatings, fitStrengths } from './fit.ts'
import { fitRobustly } from './fit-robustly.ts'
import { randomly, roundRobin, type Field } from './played.fixture.ts'

const field: Field = {
  strengths: { a: 300, b: 200, c: 100, d: 0, e: -100, f: -200 },
  goingFirst: 30,
  nu: 0.3,
}
const names = Object.keys(field.strengths)

test('results that strengths explain give the plain fit', () => {
  const results = roundRobin(field, 20, randomly(3))
  const { ratings, leftOut, strengths } = fitRobustly(names, results)
  expect(leftOut).toBe(0)
  expect(strengths.effort).toEqual(fitStrengths(names, results).effort)
  expect(ratings.players).toEqual(fitRatings(names, results).players)
})

test('games of two players that contradict all others are left out, whichever of them loses on purpose', () => {
  const honest = roundRobin(field, 20, randomly(3)).filter(
    ({ first, second }) => ![first, second].includes('a') || ![first, second].includes('f'),
  )
  const thrown = [
    { first: 'a', second: 'f', wins: 0, draws: 0, losses: 20 },
    { first: 'f', second: 'a', wins: 20, draws: 0, losses: 0 },
  ]
  const { ratings, leftOut } = fitRobustly(names, [...honest, ...thrown])
  expect(leftOut).toBe(40)
  expect(ratings.players).toEqual(fitRatings(names, honest).players)
})

test('a fit that begins at an earlier one, of other players and fewer games, ends at the same place', () => {
  const results = roundRobin(field, 20, randomly(3))
  const fewer = results.filter(({ first, second }) => ![first, second].includes('c')).slice(1)
  const { strengths: from } = fitRobustly(
    names.filter((name) => name !== 'c'),
    fewer,
  )
  const cold = fitRobustly(names, results).ratings
  const warm = fitRobustly(names, results, { from }).ratings
  expect(warm.players.map(({ player }) => player)).toEqual(cold.players.map(({ player }) => player))
  warm.players.forEach(({ elo, deviation }, index) => {
    expect(elo).toBeCloseTo(cold.players[index]?.elo ?? NaN, 4)
    expect(deviation).toBeCloseTo(cold.players[index]?.deviation ?? NaN, 4)
  })
  expect(warm.goingFirst.elo).toBeCloseTo(cold.goingFirst.elo, 4)
  expect(warm.drawRate).toBeCloseTo(cold.drawRate, 6)
})

/** Six players that play like equals, each pair from both sides so often; a and z do not meet. */
const equals = (wins: number, draws: number, losses: number) => {
  const players = ['a', 'b', 'c', 'd', 'e', 'z']
  const results = players.flatMap((first) =>
    players
      .filter((second) => second !== first && ![`az`, `za`].includes(first + second))
      .map((second) => ({ first, second, wins, draws, losses })),
  )
  return { players, results }
}

test.each([
  ['equals without draws', equals(20, 0, 20), { first: 'z', second: 'a' }, 0, 30],
  ['the same, by the other name', equals(20, 0, 20), { first: 'a', second: 'z' }, 0, 30],
  ['the same, with some draws of the two', equals(20, 0, 20), { first: 'a', second: 'z' }, 4, 37],
  ['players that draw most games', equals(5, 30, 5), { first: 'z', second: 'a' }, 0, 9],
  ['the same, with some draws of the two', equals(5, 30, 5), { first: 'a', second: 'z' }, 4, 11],
  ['players that win when they go first', equals(24, 12, 4), { first: 'z', second: 'a' }, 0, 57],
])('among %s only a long series of wins is left out', (_, { players, results }, pair, draws, wins) => {
  const leftOut = (count: number) =>
    fitRobustly(players, [...results, { ...pair, wins: count, draws, losses: 0 }]).leftOut
  expect([leftOut(wins - 1), leftOut(wins)]).toEqual([0, wins + draws])
})

test('the games of two players count together, whichever of them went first', () => {
  const { players, results } = equals(20, 0, 20)
  const leftOut = (forZ: number, forA: number) =>
    fitRobustly(players, [
      ...results,
      { first: 'z', second: 'a', wins: forZ, draws: 0, losses: 0 },
      { first: 'a', second: 'z', wins: forA, draws: 0, losses: 20 - forA },
    ]).leftOut
  // Forty wins of one player are too many; twenty for each are not.
  expect([leftOut(20, 0), leftOut(20, 20)]).toEqual([40, 0])
})

test('fewer than eight games of two players are never left out', () => {
  // Going first is worth much, and a loses all the same.
  const { players, results } = equals(24, 12, 4)
  const leftOut = (losses: number) =>
    fitRobustly(players, [...results, { first: 'a', second: 'z', wins: 0, draws: 0, losses }]).leftOut
  expect([leftOut(7), leftOut(8)]).toEqual([0, 8])
})

test('without the games that are left out, the mean and the anchors are as they were', () => {
  const { players, results } = equals(20, 0, 20)
  const thrown = { first: 'a', second: 'z', wins: 40, draws: 0, losses: 0 }
  const rate = (options: object) => fitRobustly(players, [...results, thrown], options).ratings.players
  for (const { elo } of rate({ mean: 1500 })) expect(elo).toBeCloseTo(1500, 3)
  for (const { elo } of rate({ anchors: new Map([['a', 700]]) })) expect(elo).toBeCloseTo(700, -1)
})
