import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { next } from './course.ts'
import { WIN_DRAW_LOSS } from './points.ts'
import { rankBy } from './ranking.ts'
import { roundRobin } from './round-robin.ts'
import { drawn, simulate, tournament, win, type Outcome, words } from './simulate.fixture.ts'
import { makeScoreTable } from './score-table.ts'
import { AVERAGE, TIE_BREAKS } from './tie-breaks.ts'
import type { Ended } from './tournament.ts'

/** a beat b 2:0, b beat c 2:1, c beat a 2:1; all drew with d. */
const outcome: Outcome = ({ players }) => {
  const pair = players.toSorted().join('')
  const score = { ab: [2, 0], bc: [2, 1], ac: [1, 2] }[pair]
  if (score === undefined) return { winner: undefined, score: [1, 1] }
  const [first = 0, second = 0] = players[0] === pair[0] ? score : score.toReversed()
  return { ...win(first > second ? 0 : 1), score: [first, second] }
}

const table = () => {
  const options = must(roundRobin.parseOptions({ games: 1 }))
  const { course } = simulate(roundRobin, tournament(4), options, outcome)
  return makeScoreTable(tournament(4).entrants, course.ended(), WIN_DRAW_LOSS, new Map(), () => undefined)
}

test.each([
  ['head-to-head', [0, 0, 0, 0], [3, 3, 3, 3]],
  ['head-to-head', [0, 0, 1, 1], [2, 0, 1, 1]],
  ['sonneborn-berger', [0, 0, 0, 0], [4.5, 4.5, 4.5, 4.5]],
  ['buchholz', [0, 0, 0, 0], [9, 9, 9, 9]],
  ['wins', [0, 0, 0, 0], [1, 1, 1, 0]],
  ['round-difference', [0, 0, 0, 0], [1, -1, 0, 0]],
  ['first-listed', [0, 0, 0, 0], [0, -1, -2, -3]],
])('%s where those of %j are level', (id, groups, expected) => {
  const rule = TIE_BREAKS.find((rule) => rule.id === id)
  expect(rule?.values(table(), groups).map((value) => value + 0)).toEqual(expected)
})

test('rules are applied one after the other, each to those who are still level', () => {
  const rules = ['wins', 'round-difference'].flatMap((id) => TIE_BREAKS.filter((rule) => rule.id === id))
  const { standings } = rankBy(rules, table())
  expect(standings.map((row) => [row.place, row.entrant.id, row.values.length, words(row)])).toEqual([
    [1, 'a', 2, 'Above C by difference of rounds: 1 against 0'],
    [2, 'c', 2, 'Above B by difference of rounds: 0 against -1'],
    [3, 'b', 2, 'Above D by wins: 1 against 0'],
    [4, 'd', 1, undefined],
  ])
})

test('a list of tie-breaks names each rule once', () => {
  const read = (tieBreaks: unknown) => roundRobin.parseOptions({ tieBreaks })
  expect(must(read('wins,first-listed')).tieBreaks).toEqual(['wins', 'first-listed'])
  expect(must(read(['buchholz'])).tieBreaks).toEqual(['buchholz'])
  expect(must(read([])).tieBreaks).toEqual([])
  expect(read(['wins', 'wins'])).toMatchObject({ ok: false })
  expect(read('luck')).toEqual({
    ok: false,
    problem: {
      code: 'bad-setting',
      at: 'tieBreaks',
      message:
        'Cannot set tieBreaks to "luck": expected a list of head-to-head, sonneborn-berger, buchholz, wins, round-difference, first-listed, lots',
    },
  })
})

test('the order of entry leaves nobody level', () => {
  const options = must(roundRobin.parseOptions({ tieBreaks: 'first-listed' }))
  const { course } = simulate(roundRobin, tournament(3), options, () => drawn)
  const { standings } = course.rank()
  expect(standings.map((row) => [row.place, words(row)])).toEqual([
    [1, 'Above B by order of entry: number 1 against number 2'],
    [2, 'Above C by order of entry: number 2 against number 3'],
    [3, undefined],
  ])
})

test('lots are drawn by the seed of the contest, leave nobody level, and are named', () => {
  const options = must(roundRobin.parseOptions({ tieBreaks: 'lots' }))
  const order = (seed: number) => {
    const { course } = simulate(roundRobin, tournament(5, { seed }), options, () => drawn)
    const { standings } = course.rank()
    expect(standings.map(words)).toEqual([
      ...[1, 2, 3, 4].map(
        (lot) => expect.stringMatching(`by draw of lots: lot ${lot} against lot ${lot + 1}$`) as string,
      ),
      undefined,
    ])
    return standings.map(({ entrant }) => entrant.id).join('')
  }
  // Tables that were written before must stay as they were.
  expect(order(7)).toBe('cdabe')
  expect(new Set([1, 2, 3, 4, 5].map(order)).size).toBeGreaterThan(1)
})

test('each rule is told to people in words', () => {
  for (const { explanation } of [...TIE_BREAKS, AVERAGE]) expect(explanation).toMatch(/^[A-Z].*: .*\w$/)
})

test('points a match count wins, draws, losses and byes, and no match is worth nothing', () => {
  const { entrants } = tournament(4)
  const points = { kind: 'by-result', win: 3, draw: 1, loss: 0 } as const
  const [pairing] = next(roundRobin, tournament(4), must(roundRobin.parseOptions({ games: 1 })), []).pairings
  if (pairing === undefined) throw new Error('there is a first match')
  const ended = ([0, undefined, undefined] as const).map((winner): Ended => ({
    pairing,
    how: 'played',
    winner,
    score: [0, 0],
  }))
  const byes = new Map([
    ['a', 1],
    ['b', 2],
  ])
  // a and d: one win, two draws; a has a bye as well.
  const table = makeScoreTable(entrants, ended, points, byes, () => undefined)
  expect(AVERAGE.values(table, [])).toEqual([8 / 4, 6 / 2, 0, 2 / 3])
})
