import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { next } from './course.ts'
import {
  chance,
  drawn,
  favourites,
  simulate,
  tournament,
  win,
  words,
  type Outcome,
} from './simulate.fixture.ts'
import { swiss } from './swiss.ts'
import type { Pairing } from './tournament.ts'

const options = (input: object = {}) => must(swiss.parseOptions(input))

test.each([
  [2, 2],
  [3, 3],
  [4, 3],
  [5, 4],
  [8, 4],
  [9, 5],
  [1000, 11],
])('%i entrants play %i rounds unless told otherwise', (count, rounds) => {
  const { most } = swiss.count(count, options({ games: 1 }))
  expect(most).toBe(rounds * Math.floor(count / 2))
})

test('eight entrants by hand, the favourites winning: halves of each group of points meet', () => {
  const { pairings, course } = simulate(swiss, tournament(8), options({ games: 1, rounds: 3 }), favourites)
  expect(pairings.map(({ round, players }) => `${round} ${players.toSorted().join('')}`)).toEqual([
    '1 ae',
    '1 bf',
    '1 cg',
    '1 dh',
    '2 ac',
    '2 bd',
    '2 eg',
    '2 fh',
    '3 ab',
    // Two points: c d e f, in halves c d and e f.
    '3 ce',
    '3 df',
    '3 gh',
  ])
  const { standings, rules } = course.rank()
  expect(standings.map(({ place, entrant, points }) => `${place} ${entrant.id} ${points}`)).toEqual([
    '1 a 6',
    '2 b 4',
    '3 c 4',
    '4 d 4',
    '5 e 2',
    '6 f 2',
    '7 g 2',
    '8 h 0',
  ])
  expect(words(standings[1]!)).toBe('Above C by Buchholz: 12 against 10')
  expect(rules.map(({ id }) => id)).toEqual([
    'points',
    'buchholz',
    'sonneborn-berger',
    'wins',
    'head-to-head',
    'round-difference',
  ])
})

test('with an odd number the last has a bye that is worth a win, nobody two of them', () => {
  const { pairings, course } = simulate(swiss, tournament(5), options({ games: 1, rounds: 3 }), favourites)
  expect(pairings.map(({ round, players }) => `${round} ${players.toSorted().join('')}`)).toEqual([
    '1 ac',
    '1 bd',
    // a b e have 2; a meets b, e goes down to c, and d, the last without one, has the bye.
    '2 ab',
    '2 ce',
    '3 ad',
    '3 be',
  ])
  expect(
    course.rank().standings.map(({ entrant, points, byes }) => `${entrant.id} ${points} ${byes}`),
  ).toEqual(['a 6 0', 'b 4 0', 'c 4 1', 'd 2 1', 'e 2 1'])
})

test('with two games a pairing a bye is worth two wins, for the table and for the next pairing', () => {
  // The entrant that begins wins: a and b have 2 each, and c, with 4 for its bye, leads.
  const { pairings, course } = simulate(swiss, tournament(3), options({ games: 2, rounds: 2 }), () => win(0))
  expect(pairings.map(({ round, players }) => `${round} ${players.join('')}`)).toEqual([
    '1 ab',
    '1 ba',
    // The leader comes first.
    '2 ca',
    '2 ac',
  ])
  expect(
    course.rank().standings.map(({ entrant, points, byes }) => `${entrant.id} ${points} ${byes}`),
  ).toEqual(['b 6 2', 'c 6 2', 'a 4 0'])
})

test('a void match gives nobody points, neither in the table nor for the next pairing, and is not paired again', () => {
  const voided = ({ players }: Pairing) =>
    players.includes('a') && players.includes('c')
      ? { ...drawn, void: true }
      : win(players[0] < players[1] ? 0 : 1)
  const { pairings, course } = simulate(swiss, tournament(4), options({ games: 1, rounds: 2 }), voided)
  expect(pairings.map(({ round, players }) => `${round} ${players.toSorted().join('')}`)).toEqual([
    '1 ac',
    '1 bd',
    // b has 2, all others 0: with a point each for a draw, a and c would be paired before d.
    '2 bc',
    '2 ad',
  ])
  const { standings, notes } = course.rank()
  expect(standings.map(({ entrant, points, voids }) => `${entrant.id} ${points} ${voids}`)).toEqual([
    'b 4 0',
    'a 2 1',
    'd 0 0',
    'c 0 1',
  ])
  expect(notes).toEqual(["1 match could not be played by the host's fault and counts for nobody"])
})

test('nobody meets anybody twice while there are others, and byes are shared out', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 24 }),
      fc.nat(),
      fc.integer({ min: 1, max: 2 }),
      (count, seed, games) => {
        const rounds = Math.ceil(Math.log2(count))
        const { pairings, course } = simulate(
          swiss,
          tournament(count),
          options({ games, rounds }),
          chance(seed),
        )
        const met = new Set(pairings.map(({ players }) => players.toSorted().join(' ')))
        // By Dirac's theorem no pairing need be repeated before each entrant has met half of the others.
        if (rounds <= count / 2) expect(met.size).toBe(rounds * Math.floor(count / 2))
        for (const { byes } of course.rank().standings) expect(byes).toBeLessThanOrEqual(games)
      },
    ),
  )
})

test('sides are balanced', () => {
  for (let count = 4; count <= 36; count++) {
    const { pairings } = simulate(swiss, tournament(count), options({ games: 1 }), chance(22))
    for (const { id } of tournament(count).entrants) {
      const firsts = pairings.filter(({ players }) => players[0] === id).length
      const seconds = pairings.filter(({ players }) => players[1] === id).length
      expect(Math.abs(firsts - seconds)).toBeLessThanOrEqual(2)
    }
  }
})

test('a thousand entrants: no pairing twice', () => {
  const { pairings } = simulate(swiss, tournament(1000), options({ games: 1 }), chance(1), 8)
  expect(pairings).toHaveLength(5500)
  expect(new Set(pairings.map(({ players }) => players.toSorted().join(' '))).size).toBe(5500)
})

test('who has withdrawn is not paired any more', () => {
  const setup = tournament(4, { withdrawn: new Map([['d', 2]]) })
  const outcome = favourites
  const { pairings, course } = simulate(swiss, setup, options({ games: 1, rounds: 3 }), outcome)
  expect(pairings.map(({ round, players }) => `${round} ${players.toSorted().join('')}`)).toEqual([
    // d was in round 1 still, and lost it unplayed.
    '1 ac',
    '2 ab',
    '3 bc',
  ])
  // After round 1 no entrant is paired with d: one of three has a bye.
  expect(
    course
      .rank()
      .standings.map(({ entrant, points, byes, forfeits }) => [entrant.id, points, byes, forfeits]),
  ).toEqual([
    ['a', 6, 1, 0],
    ['b', 4, 0, 1],
    ['c', 2, 1, 0],
    ['d', 0, 0, 1],
  ])
  expect(next(swiss, tournament(1), options(), [])).toEqual({ pairings: [], done: true })
})

test('who is left alone has no byes', () => {
  const setup = tournament(2, { withdrawn: new Map([['b', 2]]) })
  const { course } = simulate(swiss, setup, options({ games: 1, rounds: 3 }), favourites)
  expect(course.rank().standings.map(({ points, byes, forfeits }) => [points, byes, forfeits])).toEqual([
    [2, 0, 1],
    [0, 0, 1],
  ])
})

test('who is benched is not paired any more', () => {
  const outcome: Outcome = (pairing) => ({
    ...favourites(pairing),
    faults: [Number(pairing.players[0] === 'd'), Number(pairing.players[1] === 'd')],
  })
  const setup = tournament(4, { benchAfter: 1 })
  const { course } = simulate(swiss, setup, options({ games: 1, rounds: 3 }), outcome)
  const rowOf = (id: string) => course.rank().standings.find(({ entrant }) => entrant.id === id)
  expect(rowOf('d')).toMatchObject({ losses: 1, forfeits: 0, out: { kind: 'benched', afterRound: 1 } })
  expect(course.ended().every(({ how }) => how === 'played')).toBe(true)
  expect(['a', 'b', 'c'].reduce((sum, id) => sum + (rowOf(id)?.byes ?? 0), 0)).toBe(2)
})

test('the order in which the matches of a round end decides nothing, not even who begins', () => {
  const pairingsOf = (order: number) =>
    simulate(swiss, tournament(8), options({ games: 3, rounds: 5 }), favourites, 12, order)
      .pairings.map(({ key, players, index }) => `${key} ${players.join('')} ${index}`)
      .toSorted()
  const [first, ...others] = [0, 1, 2, 3, 4, 5].map(pairingsOf)
  for (const other of others) expect(other).toEqual(first)
})

test('of two that began equally often, the one begins that did not in its last match', () => {
  const { pairings } = simulate(swiss, tournament(8), options({ games: 1, rounds: 5 }), favourites)
  const began = new Map<string, boolean[]>()
  const balanceOf = (id: string) =>
    (began.get(id) ?? []).reduce((sum, isFirst) => sum + (isFirst ? 1 : -1), 0)
  let decided = 0
  for (const { players } of pairings) {
    const [first, second] = players
    const last = players.map((id) => began.get(id)?.at(-1))
    if (balanceOf(first) === balanceOf(second) && last[0] !== last[1]) {
      expect(last).toEqual([false, true])
      decided++
    }
    for (const id of players) began.set(id, [...(began.get(id) ?? []), id === first])
  }
  expect(decided).toBeGreaterThan(0)
})

test('the matches of a pairing swap sides, and each two have the same seed and a number from the second two on', () => {
  const { pairings } = next(swiss, tournament(2), options({ games: 5 }), [])
  expect(pairings.map(({ players, pair }) => [players.join(''), pair])).toEqual([
    ['ab', undefined],
    ['ba', undefined],
    ['ab', 1],
    ['ba', 1],
    ['ab', 2],
  ])
  const [one, two, three, four, five] = pairings.map(({ seed }) => seed)
  expect([one, three]).toEqual([two, four])
  expect(new Set([one, three, five]).size).toBe(3)
})
