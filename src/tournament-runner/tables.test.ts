import { describe, expect, test } from 'vitest'
import type { ResultGame, ResultRating, ResultStanding, TournamentResult } from '../api/tournament-result.ts'
import { addTime, NO_TIMES } from './move-times.ts'
import type { Measurements } from './statistics.ts'
import {
  crosstableTable,
  formatMs,
  matchesTable,
  ratingsTable,
  standingsTable,
  statisticsTable,
  summaryTables,
  superiorityTable,
} from './tables.ts'
import { playedTournament, tournamentOf } from './tournament.fixture.ts'
import type { ReportTable } from './report-table.ts'

const { result } = playedTournament(tournamentOf(['ann', 'bob', 'cid']))
const NOTHING: Measurements = { moveTimes: new Map(), memory: new Map() }

const titles = ({ columns }: ReportTable): string => columns.map(({ title }) => title).join(', ')
/** The titles of columns whose cells are numbers. */
const numbers = ({ columns }: ReportTable): string =>
  columns.flatMap(({ title, isNumber }) => (isNumber ? [title] : [])).join(', ')

describe('the standings', () => {
  const ann: ResultStanding = {
    place: 1,
    name: 'ann',
    points: 4,
    total: 4,
    tournamentPlace: 1,
    matchPoints: 4,
    wins: 3,
    draws: 2,
    losses: 1,
    byes: 0,
    forfeits: 0,
    voids: 0,
    roundsWon: 7,
    roundsLost: 5,
  }
  const bob: ResultStanding = { ...ann, place: 2, name: 'bob' }
  const tableOf = (...standings: readonly ResultStanding[]): ReportTable =>
    standingsTable({ ...result, standings, rules: ['A rule'], notes: ['A note'] })

  test('have the columns that say something', () => {
    const table = tableOf(ann, bob)
    expect(table).toMatchObject({ id: 'standings', title: 'Standings', notes: ['A rule', 'A note'] })
    expect(titles(table)).toBe('#, entrant, points, won, drawn, lost, rounds, decided by')
    expect(numbers(table)).toBe('#, points, won, drawn, lost, rounds')
    expect(table.rows).toEqual([
      ['1', 'ann', '4', '3', '2', '1', '7:5', ''],
      ['2', 'bob', '4', '3', '2', '1', '7:5', ''],
    ])
  })

  test('have the marks of judges, the points of matches and byes where there are any', () => {
    const table = tableOf({ ...ann, points: 50, judged: 7, total: 57, byes: 1 }, bob)
    expect(titles(table)).toBe(
      '#, entrant, points, judges, total, match points, won, drawn, lost, byes, rounds, decided by',
    )
    expect(numbers(table)).toBe('#, points, judges, total, match points, won, drawn, lost, byes, rounds')
    expect(table.rows).toEqual([
      ['1', 'ann', '50', '7.0', '57', '4', '3', '2', '1', '1', '7:5', ''],
      ['2', 'bob', '4', '–', '4', '4', '3', '2', '1', '0', '7:5', ''],
    ])
  })

  test('say why an entrant is out, and what decided, unless it was points', () => {
    const value = (number: number) => ({ value: number, text: String(number) })
    const above = { kind: 'above', next: 'bob', own: value(2), other: value(1) } as const
    const decided = (more: Partial<ResultStanding>): string | undefined =>
      tableOf({ ...ann, ...more }).rows[0]?.at(-1)
    expect(decided({ reason: { ...above, rule: 'points' } })).toBe('')
    expect(decided({ reason: { ...above, rule: 'wins' } })).toBe('wins: 2 against 1')
    expect(decided({ reason: { kind: 'level', next: 'bob' } })).toBe(
      'level with bob: no rule decides between them',
    )
    expect(decided({ out: 'withdrawn', reason: { ...above, rule: 'wins' } })).toBe(
      'withdrawn; wins: 2 against 1',
    )
  })

  test('of a tournament that is not over are those so far', () => {
    expect(standingsTable({ ...result, isDone: false }).title).toBe('Standings so far')
  })
})

describe('the ratings', () => {
  const ann: ResultRating = {
    name: 'ann',
    elo: 30,
    low: -10,
    high: 70,
    rounds: 4,
    different: 4,
    points: 3,
    superiority: [0.5, 0.9],
  }
  const bob: ResultRating = {
    ...ann,
    name: 'bob',
    rounds: 0,
    different: 0,
    points: 0,
    superiority: [0.1, 0.5],
  }

  test('show intervals, and what is not known as such', () => {
    const table = ratingsTable({ ...result, ratings: [ann, bob], rounds: { games: 4, different: 4 } })
    expect(table).toMatchObject({ id: 'ratings', title: 'Ratings' })
    expect(titles(table)).toBe('entrant, Elo, 95 % interval, rounds, score, stronger than the next')
    expect(numbers(table)).toBe('Elo, rounds, score, stronger than the next')
    expect(table.rows).toEqual([
      ['ann', '+30', '−10 … +70', '4', '75 %', '90 %'],
      ['bob', '+30', 'unknown', '0', '–', ''],
    ])
    expect(table.notes).toEqual([
      'The mean of all is 0; all rounds are fitted together, and draws count one half',
      '4 games',
    ])
  })

  test('say how many games were copies, and what going first is worth', () => {
    const goingFirst = { elo: 12, low: -3, high: 27 }
    const rounds = { games: 4, different: 3 }
    const table = ratingsTable({ ...result, ratings: [ann], rounds, goingFirst })
    expect(numbers(table)).toContain('rounds, different, score')
    expect(table.rows).toEqual([['ann', '+30', '−10 … +70', '4', '4', '75 %', '90 %']])
    expect(table.notes.slice(1)).toEqual([
      '4 games, 3 different: copies of a game count once for the ratings and their intervals',
      'Going first is worth +12 points (−3 … +27)',
    ])
  })
})

test('head to head has a row and a column for each entrant, in the order of the standings', () => {
  const cell = { wins: 2, draws: 1, losses: 0, matches: [] }
  const crosstable = [
    [null, cell, null],
    [{ ...cell, wins: 0, losses: 2 }, null, null],
    [null, null, null],
  ] as unknown as TournamentResult['crosstable']
  const table = crosstableTable({ ...result, crosstable })
  expect(table).toMatchObject({ id: 'crosstable', title: 'Head to head' })
  expect(titles(table)).toBe('#, entrant, 1, 2, 3')
  expect(numbers(table)).toBe('#')
  const [first, second, third] = result.standings.map(({ name }) => name)
  expect(table.rows).toEqual([
    ['1', first, '·', '2-1-0', ''],
    ['2', second, '0-1-2', '·', ''],
    ['3', third, '', '', '·'],
  ])
  expect(table.notes).toEqual(['Wins, draws and losses of the row against the column'])
})

test('the likelihood of superiority is shown for three entrants and more', () => {
  const rating = (name: string, superiority: readonly number[]): ResultRating => ({
    name,
    elo: 0,
    low: 0,
    high: 0,
    rounds: 1,
    different: 1,
    points: 1,
    superiority,
  })
  const ratings = [
    rating('ann', [0.5, 0.6, 0.7]),
    rating('bob', [0.4, 0.5, 0.6]),
    rating('cid', [0.3, 0.4, 0.5]),
  ]
  const table = superiorityTable({ ...result, ratings })
  expect(table).toMatchObject({ id: 'superiority', title: 'Likelihood of superiority' })
  expect(numbers(table)).toBe('ann, bob, cid')
  expect(titles(table)).toBe('entrant, ann, bob, cid')
  expect(table.rows).toEqual([
    ['ann', '·', '60 %', '70 %'],
    ['bob', '40 %', '·', '60 %'],
    ['cid', '30 %', '40 %', '·'],
  ])
  expect(superiorityTable({ ...result, ratings: ratings.slice(0, 2) }).rows).toEqual([])
})

describe('the statistics', () => {
  const row: TournamentResult['statistics'][number] = {
    name: 'ann',
    seats: [
      { wins: 3, draws: 2, losses: 1 },
      { wins: 6, draws: 5, losses: 4 },
    ],
    rounds: 4,
    turns: 42,
    crashes: 11,
    timeouts: 12,
    illegal: 13,
    resigned: 14,
  }
  const statistics = [row, { ...row, name: 'bob', rounds: 0, turns: 0 }]

  test('have a row for each entrant, without columns that nothing was measured for', () => {
    const table = statisticsTable({ ...result, statistics }, NOTHING)
    expect(table).toMatchObject({ id: 'statistics', title: 'Statistics' })
    expect(titles(table)).toBe(
      'entrant, rounds, first seat, second seat, turns, crashes, timeouts, illegal, resigned',
    )
    expect(numbers(table)).toBe('rounds, turns, crashes, timeouts, illegal, resigned')
    expect(table.rows).toEqual([
      ['ann', '4', '3-2-1', '6-5-4', '10.5', '11', '12', '13', '14'],
      ['bob', '0', '3-2-1', '6-5-4', '–', '11', '12', '13', '14'],
    ])
    expect(table.notes).toHaveLength(2)
  })

  test('have the times of moves and the memory where they were measured', () => {
    const times = [...Array<number>(98).fill(2), 2_000, 5_000].reduce(addTime, NO_TIMES)
    const moveTimes = new Map([
      ['ann', times],
      ['bob', NO_TIMES],
    ])
    const table = statisticsTable(
      { ...result, statistics },
      { moveTimes, memory: new Map([['ann', 3 * 2 ** 20]]) },
    )
    expect(titles(table)).toMatch(/, resigned, half of moves, 95 %, 99 %, longest, memory$/)
    expect(numbers(table)).toMatch(/, resigned, half of moves, 95 %, 99 %, longest, memory$/)
    expect(table.rows.map((cells) => cells.slice(9))).toEqual([
      ['2.0 ms', '2.0 ms', '1.9 s', '5.0 s', '3.0 MiB'],
      ['–', '–', '–', '–', '·'],
    ])
    expect(table.notes.at(-1)).toBe('Memory is the most that all processes of a program had in a round')
  })

  test('have no times where there were no moves', () => {
    const moveTimes = new Map([['ann', NO_TIMES]])
    expect(titles(statisticsTable({ ...result, statistics }, { ...NOTHING, moveTimes }))).not.toContain(
      'longest',
    )
  })

  test('have a dash for an entrant without measurements beside one that has them', () => {
    const moveTimes = new Map([['ann', addTime(NO_TIMES, 20)]])
    const table = statisticsTable({ ...result, statistics }, { ...NOTHING, moveTimes })
    expect(table.rows[1]?.slice(9)).toEqual(['–', '–', '–', '–'])
  })
})

describe('the list of matches', () => {
  const game: ResultGame = {
    key: 'm1',
    stage: 'round robin',
    round: 1,
    players: ['ann', 'bob'],
    how: 'played',
    winner: 'ann',
    score: [2, 1],
    rounds: [
      { winner: 'ann', turns: 9, reason: 'ann won by a crash' },
      { winner: 'bob', turns: 9, reason: 'bob won on time' },
    ],
  }
  const rowOf = (more: Partial<ResultGame>): readonly string[] =>
    matchesTable({ ...result, games: [{ ...game, ...more }] }).rows[0] ?? []

  test('says who met, how it ended, and where the record is', () => {
    const table = matchesTable({ ...result, games: [game] })
    expect(table).toMatchObject({ id: 'matches', title: 'Matches', notes: [] })
    expect(titles(table)).toBe('match, stage, first, second, score, winner, how it ended, record')
    expect(numbers(table)).toBe('score')
    expect(table.rows).toEqual([
      [
        'm1',
        'round robin',
        'ann',
        'bob',
        '2–1',
        'ann',
        '1. ann won by a crash; 2. bob won on time',
        'records/m1.jsonl',
      ],
    ])
    expect(matchesTable({ ...result, games: [game] }, (key) => `/matches/${key}`).rows[0]?.at(-1)).toBe(
      '/matches/m1',
    )
  })

  test('has no number for a match of one round', () => {
    expect(rowOf({ rounds: game.rounds.slice(0, 1) })[6]).toBe('ann won by a crash')
  })

  test('has words for matches without a winner, and no record of those that were not played', () => {
    expect(rowOf({ winner: null, tie: 'drawn 1–1, ann advances by seeding', rounds: [] }).slice(4)).toEqual([
      '2–1',
      'drawn',
      '; drawn 1–1, ann advances by seeding',
      'records/m1.jsonl',
    ])
    expect(
      rowOf({ how: 'void', winner: null, rounds: [], hostFaults: ['no disk', 'no memory'] }).slice(4),
    ).toEqual(['', '–', "could not be played by the host's fault: no memory", ''])
    expect(rowOf({ how: 'void', winner: null, rounds: [] })[6]).toBe(
      "could not be played by the host's fault",
    )
    expect(rowOf({ how: 'forfeited', rounds: [] }).slice(4)).toEqual([
      '',
      'ann',
      'not played: an entrant was out',
      '',
    ])
    expect(rowOf({ how: 'forfeited', winner: null, rounds: [] })[5]).toBe('nobody')
  })
})

test('tables of every pair are left out for many entrants, and empty tables always', () => {
  const ids = (...[of, most]: readonly [TournamentResult, number?]): string =>
    summaryTables(of, NOTHING, most)
      .map(({ id }) => id)
      .join(' ')
  expect(ids(result)).toBe('standings ratings crosstable superiority statistics')
  expect(ids(result, 3)).toBe('standings ratings crosstable superiority statistics')
  expect(ids(result, 2)).toBe('standings ratings statistics')
  expect(ids({ ...result, ratings: [] })).toBe('standings crosstable statistics')
})

test.each([
  [9.94, '9.9 ms'],
  [10, '10 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
])('%d ms is written as %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text)
})
