import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { WIN_DRAW_LOSS } from './points.ts'
import { rankBy, type Rule } from './ranking.ts'
import { roundRobin } from './round-robin.ts'
import { makeScoreTable } from './score-table.ts'
import { drawn, favourites, simulate, tournament, win, type Outcome } from './simulate.fixture.ts'
import { FIRST_LISTED } from './tie-breaks.ts'

const rankOf = (outcome: Outcome, count = 3) =>
  simulate(
    roundRobin,
    tournament(count),
    must(roundRobin.parseOptions({ games: 1, tieBreaks: ['wins'] })),
    outcome,
  ).course.rank()

test('each row sums up its matches', () => {
  const sumsOf = (outcome: Outcome) =>
    rankOf(outcome).standings.map(({ wins, draws, losses, points }) => [wins, draws, losses, points])
  expect(sumsOf(() => drawn)).toEqual([
    [0, 2, 0, 2],
    [0, 2, 0, 2],
    [0, 2, 0, 2],
  ])
  expect(sumsOf(favourites)).toEqual([
    [2, 0, 0, 4],
    [1, 0, 1, 2],
    [0, 0, 2, 0],
  ])
})

test('who is above the next says by which rule, who is level says so, and the last says nothing', () => {
  expect(rankOf(favourites).standings.map(({ place, why }) => [place, why])).toEqual([
    [
      1,
      {
        kind: 'above',
        next: 'B',
        rule: 'points',
        own: { value: 4, text: '4' },
        other: { value: 2, text: '2' },
      },
    ],
    [
      2,
      {
        kind: 'above',
        next: 'C',
        rule: 'points',
        own: { value: 2, text: '2' },
        other: { value: 0, text: '0' },
      },
    ],
    [3, undefined],
  ])
  expect(rankOf(() => drawn).standings.map(({ place, why }) => [place, why])).toEqual([
    [1, { kind: 'level', next: 'B' }],
    [1, { kind: 'level', next: 'C' }],
    [1, undefined],
  ])
})

test('a rule is named only for entrants that the rules before it left level', () => {
  // a beats b; c draws with all: b and c differ by points, a and c by points as well.
  const { standings } = rankOf((pairing) => (pairing.players.includes('c') ? drawn : favourites(pairing)))
  expect(standings.map(({ entrant, values }) => [entrant.id, values.map(({ rule }) => rule)])).toEqual([
    ['a', ['points']],
    ['c', ['points']],
    ['b', ['points']],
  ])
})

test('no rule is asked once no two entrants are level', () => {
  const { rows, ...more } = makeScoreTable(
    tournament(2).entrants,
    [],
    WIN_DRAW_LOSS,
    new Map(),
    () => undefined,
  )
  const never: Rule = {
    id: 'wins',
    explanation: 'Never asked',
    values: () => {
      throw new Error('asked')
    },
  }
  expect(() => rankBy([never], { rows, ...more })).toThrow('asked')
  expect(rankBy([FIRST_LISTED, never], { rows, ...more }).standings.map(({ place }) => place)).toEqual([1, 2])
  const alone = rankBy([never], { rows: rows.slice(1), ...more })
  expect(alone.standings).toMatchObject([{ entrant: { id: 'b' }, place: 1, values: [] }])
})

test('a rule between entrants that are level may follow one that told others apart', () => {
  // a, b and c have won one match each against each other, and all have beaten d.
  const { standings } = rankOf(({ players }) => {
    const winners = ['ab', 'bc', 'ca', 'ad', 'bd', 'cd']
    return win(winners.includes(players.join('')) ? 0 : 1)
  }, 4)
  expect(standings.map(({ entrant, place, why }) => [entrant.id, place, why?.kind])).toEqual([
    ['a', 1, 'level'],
    ['b', 1, 'level'],
    ['c', 1, 'above'],
    ['d', 4, undefined],
  ])
})

test.each([
  [0, []],
  [1, ["1 match could not be played by the host's fault and counts for nobody"]],
  [2, ["2 matches could not be played by the host's fault and count for nobody"]],
])('%i void matches have a note', (voids, notes) => {
  let left = voids
  const outcome: Outcome = () => (left-- > 0 ? { ...drawn, void: true } : drawn)
  expect(rankOf(outcome).notes).toEqual(notes)
})
