import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { next, rank } from './course.ts'
import { roundRobin, roundRobinRounds } from './round-robin.ts'
import { drawn, favourites, simulate, toPlayed, tournament, win, words } from './simulate.fixture.ts'
import type { Pairing } from './tournament.ts'

const pairings = (count: number, games: number): readonly Pairing[] =>
  next(roundRobin, tournament(count), must(roundRobin.parseOptions({ games })), []).pairings

test.each([
  [0, []],
  [1, []],
  [2, ['1 ab']],
  [3, ['1 bc', '2 ca', '3 ab']],
  [4, ['1 ad', '1 bc', '2 db', '2 ca', '3 cd', '3 ab']],
])('the rounds of %i entrants', (count, expected) => {
  expect(pairings(count, 1).map(({ round, players }) => `${round} ${players.join('')}`)).toEqual(expected)
})

test('a match is named by the places of its two in the list, and two matches of a pair share a seed', () => {
  const inRound = (round: number) => pairings(4, 3).filter((pairing) => pairing.round === round)
  expect(inRound(1).map(({ index, key }) => `${index} ${key}`)).toEqual([
    '0 rr-1v4-g1',
    '1 rr-2v3-g1',
    '2 rr-1v4-g2',
    '3 rr-2v3-g2',
  ])
  expect(inRound(4).map(({ index, key }) => `${index} ${key}`)).toEqual(['0 rr-1v4-g3', '1 rr-2v3-g3'])
  const [first, other, swapped] = inRound(1)
  expect(swapped?.seed).toBe(first?.seed)
  expect(new Set([first, other, inRound(4)[0]].map((pairing) => pairing?.seed)).size).toBe(3)
})

test('rounds are counted, none for fewer than two entrants', () => {
  expect([0, 1, 2, 3, 4, 5].map(roundRobinRounds)).toEqual([0, 0, 1, 3, 3, 5])
})

test.each([2, 3, 4, 5, 6, 7, 8, 9])('with %i entrants nobody has to wait longer than a round', (count) => {
  const rounds = Map.groupBy(pairings(count, 1), ({ round }) => round)
  expect(rounds.size).toBe(count % 2 === 0 ? count - 1 : count)
  for (const round of rounds.values()) expect(round).toHaveLength(Math.floor(count / 2))
})

test('every pair plays as often as promised, and everybody begins as often as not, or once more or less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 1, max: 5 }), (count, games) => {
      const all = pairings(count, games)
      const pairs = Map.groupBy(all, ({ players }) => players.toSorted().join(' '))
      expect(pairs.size).toBe((count * (count - 1)) / 2)
      for (const matches of pairs.values()) expect(matches).toHaveLength(games)
      for (const { id } of tournament(count).entrants) {
        const firsts = all.filter(({ players }) => players[0] === id).length
        const seconds = all.filter(({ players }) => players[1] === id).length
        expect(Math.abs(firsts - seconds)).toBeLessThanOrEqual(games % 2 === 0 || count % 2 === 1 ? 0 : 1)
      }
    }),
    { numRuns: 40 },
  )
})

test('the better of the list wins every match', () => {
  const { course } = simulate(roundRobin, tournament(4), must(roundRobin.parseOptions({})), favourites)
  const { standings, rules, notes } = course.rank()
  expect(
    standings.map(({ place, entrant, points, wins, losses }) => [place, entrant.id, points, wins, losses]),
  ).toEqual([
    [1, 'a', 12, 6, 0],
    [2, 'b', 8, 4, 2],
    [3, 'c', 4, 2, 4],
    [4, 'd', 0, 0, 6],
  ])
  expect(standings.map(words)).toEqual([
    'Above B by points: 12 against 8',
    'Above C by points: 8 against 4',
    'Above D by points: 4 against 0',
    undefined,
  ])
  expect(rules.map(({ id }) => id)).toEqual([
    'points',
    'head-to-head',
    'sonneborn-berger',
    'wins',
    'round-difference',
  ])
  expect(notes).toEqual([])
})

/** Results by the two letters; pairs that are not named drew. */
const played = (count: number, winners: Readonly<Record<string, string>>) =>
  pairings(count, 1).map((pairing) => {
    const winner = winners[pairing.players.toSorted().join('')]
    return toPlayed(pairing, winner === undefined ? drawn : win(pairing.players[0] === winner ? 0 : 1))
  })

test('level on points: head-to-head, then Sonneborn-Berger, and equal places where nothing decides', () => {
  const options = must(roundRobin.parseOptions({ games: 1 }))
  const lines = (count: number, winners: Readonly<Record<string, string>>): string[] =>
    rank(roundRobin, tournament(count), options, played(count, winners)).standings.map(
      (row) => `${row.place} ${row.entrant.id} ${row.points} ${words(row) ?? ''}`,
    )
  expect(lines(4, { ab: 'b', ac: 'c', ad: 'a', bc: 'b' })).toEqual([
    '1 b 5 Above C by points: 5 against 3',
    '2 c 3 Above A by points: 3 against 2',
    '3 a 2 Above D by head-to-head: 2 against 0',
    '4 d 2 ',
  ])
  // a beat c, who has 4; b beat d, who has 2; and half of each other's 3.
  expect(lines(4, { ac: 'a', ad: 'd', bc: 'c', bd: 'b', cd: 'c' })).toEqual([
    '1 c 4 Above A by points: 4 against 3',
    '2 a 3 Above B by Sonneborn-Berger: 5.5 against 3.5',
    '3 b 3 Above D by points: 3 against 2',
    '4 d 2 ',
  ])
  expect(lines(3, { ab: 'a', bc: 'b', ac: 'c' })).toEqual([
    '1 a 2 Level with B: no rule decides between them',
    '1 b 2 Level with C: no rule decides between them',
    '1 c 2 ',
  ])
})

test('a void match counts for nobody, and the table says so', () => {
  const options = must(roundRobin.parseOptions({ games: 1 }))
  const results = pairings(3, 1).map((pairing) =>
    toPlayed(pairing, pairing.players.includes('a') ? win(0) : { ...drawn, void: true }),
  )
  const { standings, notes } = rank(roundRobin, tournament(3), options, results)
  expect(standings.map(({ entrant, points, voids }) => [entrant.id, points, voids])).toEqual([
    ['c', 2, 1],
    ['a', 2, 0],
    ['b', 0, 1],
  ])
  expect(notes).toEqual(["1 match could not be played by the host's fault and counts for nobody"])
})

test('who has too many faults is benched after the round, and loses the rest', () => {
  const options = must(roundRobin.parseOptions({ games: 1 }))
  const setup = tournament(4, { benchAfter: 2 })
  // d crashes whenever it plays: against a in round 1 and b in round 2, so c need not play it in round 3.
  const outcome = (pairing: Pairing) => {
    const { players } = pairing
    const crash = players.indexOf('d')
    return crash === -1
      ? favourites(pairing)
      : { ...win(crash === 0 ? 1 : 0), faults: [Number(crash === 0), Number(crash === 1)] as const }
  }
  const { pairings: started, course } = simulate(roundRobin, setup, options, outcome)
  expect(started.map(({ players }) => players.join(''))).toEqual(['ad', 'bc', 'db', 'ca', 'ab'])
  const { standings, notes } = course.rank()
  expect(standings.map(({ entrant, points, forfeits }) => [entrant.id, points, forfeits])).toEqual([
    ['a', 6, 0],
    ['b', 4, 0],
    ['c', 2, 1],
    ['d', 0, 1],
  ])
  expect(notes).toEqual(['D was benched after round 2, with 2 faults or more: what it did not play is lost'])
})
