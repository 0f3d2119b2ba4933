import { expect, test } from 'vitest'
import { fitRatings } from './fit.ts'
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
  const { ratings, leftOut } = fitRobustly(names, results)
  expect(leftOut).toBe(0)
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
