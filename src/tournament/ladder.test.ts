import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { deriveSeed } from '../base/rng.ts'
import { ladder } from './ladder.ts'
import { simpleRate, simulate, tournament, win, type Outcome, words } from './simulate.fixture.ts'

const index = (id: string): number => id.charCodeAt(0)

/** The earlier in the list wins, the more surely the further apart. */
const byStrength: Outcome = ({ key, players }) => {
  const lead = index(players[1]) - index(players[0])
  const chance = 1 / (1 + Math.exp(-lead))
  return win(deriveSeed(5, key) / 2 ** 32 < chance ? 0 : 1)
}

test('those of like strength play most, and the table goes by rating', () => {
  // An estimator that knows the strengths; only the errors fall with the matches.
  const format = ladder((entrants, ended) =>
    simpleRate(entrants, ended).map(({ error }, at) => ({ rating: -174 * at, error })),
  )
  const options = must(format.parseOptions({ matches: 801 }))
  const { pairings, course } = simulate(format, tournament(8), options, byStrength)
  expect(pairings).toHaveLength(800)
  const meetings = (distance: number): number =>
    pairings.filter(({ players }) => Math.abs(index(players[0]) - index(players[1])) === distance).length /
    (8 - distance)
  expect(meetings(1)).toBeGreaterThan(1.5 * meetings(2))
  expect(meetings(2)).toBeGreaterThan(1.5 * meetings(3))
  expect(meetings(6)).toBe(0)
  const { standings, rules } = course.rank()
  expect(rules.map(({ id }) => id)).toEqual(['rating'])
  expect(standings.map(({ entrant }) => entrant.id).join('')).toBe('abcdefgh')
  expect(words(standings[1]!)).toBe('Above C by rating: -174 against -348')
})

test('somebody far above all others still plays the nearest', () => {
  const format = ladder((entrants) =>
    entrants.map((_, at) => ({ rating: at === 0 ? 3000 : -10 * at, error: 50 })),
  )
  const { pairings } = simulate(format, tournament(4), must(format.parseOptions({ matches: 40 })), byStrength)
  expect(pairings.filter(({ players }) => players.includes('a'))).toHaveLength(20)
})

test('who is least known plays first', () => {
  const known = ladder((entrants) =>
    entrants.map(({ id }) => ({ rating: 0, error: id === 'c' || id === 'd' ? 300 : 20 })),
  )
  const { pairings } = simulate(known, tournament(5), must(known.parseOptions({ matches: 2 })), byStrength)
  expect(pairings.map(({ key, players }) => `${key} ${players.join('')}`)).toEqual([
    'la-b1-3v4-g1 cd',
    'la-b1-3v4-g2 dc',
  ])
})

/** The first pairing where ratings and errors of a, b, c … are these. */
const firstOf = (estimates: readonly { readonly rating: number; readonly error: number }[]): string => {
  const format = ladder(() => estimates)
  const options = must(format.parseOptions({ matches: 2 }))
  const { pairings } = simulate(format, tournament(estimates.length), options, byStrength)
  return pairings[0]?.players.join('') ?? ''
}

test('an entrant is tried with the next 12 weaker ones', () => {
  const known = (...unknown: readonly number[]) =>
    Array.from({ length: 14 }, (_, at) => ({ rating: 0, error: unknown.includes(at) ? 300 : 20 }))
  expect(firstOf(known(0, 12))).toBe('am')
  expect(firstOf(known(0, 13))).toBe('ab')
  // By rating, not by their place in the list.
  expect(firstOf(known(0, 13).map((one, at) => (at === 13 ? { ...one, rating: 1 } : one)))).toBe('an')
})

test('of pairs that tell as much, the one of the first entrants plays, whatever their ratings', () => {
  const rated = (...ratings: readonly number[]) => ratings.map((rating) => ({ rating, error: 50 }))
  expect(firstOf(rated(0, 10, 20, 30))).toBe('ab')
  expect(firstOf(rated(0, -10, 10))).toBe('ab')
})

test('a rating is shown as a whole number', () => {
  const format = ladder(() => [12.4, 3.2].map((rating) => ({ rating, error: 50 })))
  const { course } = simulate(format, tournament(2), must(format.parseOptions({ matches: 2 })), byStrength)
  expect(words(course.rank().standings[0]!)).toBe('Above B by rating: 12 against 3')
})

test('an error above 1000 counts as 1000', () => {
  const errors = [20, 20, Infinity]
  expect(firstOf(errors.map((error) => ({ rating: 0, error })))).toBe('ac')
})
