import { expect, test } from 'vitest'
import type { FaultKind } from '../match/match.ts'
import type { Ended } from '../tournament/tournament.ts'
import type { LedgerEntry, LedgerRound } from './ledger-entry.ts'
import { addTime, NO_TIMES } from './move-times.ts'
import { measurementsOf, statisticsOf } from './statistics.ts'

const ended = (
  key: string,
  how: Ended['how'] = 'played',
  players: Ended['pairing']['players'] = ['ann', 'bob'],
): Ended => ({
  pairing: { key, stage: '', round: 1, index: 0, players, seed: 0 },
  how,
  winner: 0,
  score: [1, 0],
})

const ROUND: LedgerRound = { seats: [0, 1], winner: 0, turns: 10, reason: '', faults: [undefined, undefined] }

const entry = (key: string, ...rounds: readonly LedgerRound[]): [string, LedgerEntry] => [
  key,
  { key, players: ['ann', 'bob'], winner: 0, score: [1, 0], rounds },
]

test('rounds are counted in each seat, and only those of matches that were played', () => {
  const entries = new Map([
    entry('a', ROUND, { ...ROUND, seats: [1, 0], turns: 5 }, { ...ROUND, winner: undefined }),
    entry('b', ROUND),
    entry('c', ROUND),
  ])
  const none = { crashes: 0, timeouts: 0, illegal: 0, resigned: 0 }
  expect(
    statisticsOf(
      ['ann', 'bob'],
      [ended('a'), ended('b', 'void'), ended('c', 'forfeited'), ended('d')],
      entries,
    ),
  ).toEqual([
    {
      name: 'ann',
      seats: [
        { wins: 1, draws: 1, losses: 0 },
        { wins: 1, draws: 0, losses: 0 },
      ],
      rounds: 3,
      turns: 25,
      ...none,
    },
    {
      name: 'bob',
      seats: [
        { wins: 0, draws: 0, losses: 1 },
        { wins: 0, draws: 1, losses: 1 },
      ],
      rounds: 3,
      turns: 25,
      ...none,
    },
  ])
})

test('an entrant that is not listed has no row, and its opponent has its rounds', () => {
  const all = statisticsOf(['ann'], [ended('a')], new Map([entry('a', ROUND)]))
  expect(all.map(({ name, rounds }) => [name, rounds])).toEqual([['ann', 1]])
})

test.each<[FaultKind, string]>([
  ['crashed', 'crashes'],
  ['silent', 'crashes'],
  ['out-of-memory', 'crashes'],
  ['timeout', 'timeouts'],
  ['slow-start', 'timeouts'],
  ['illegal', 'illegal'],
  ['garbled', 'illegal'],
  ['out-of-turn', 'illegal'],
  ['false-flip', 'illegal'],
  ['missed-flip', 'illegal'],
  ['resigned', 'resigned'],
])('a round lost by the fault %s counts under %s, for its player alone', (fault, column) => {
  const entries = new Map([entry('a', { ...ROUND, faults: [undefined, fault] })])
  const none = { crashes: 0, timeouts: 0, illegal: 0, resigned: 0 }
  expect(statisticsOf(['ann', 'bob'], [ended('a')], entries)).toMatchObject([none, { ...none, [column]: 1 }])
})

test('times of an entrant are added up over its matches, and of its memory the most is kept', () => {
  const took = (memory?: readonly [number | undefined, number | undefined]) => ({
    ms: 1,
    moveTimes: [addTime(NO_TIMES, 3), addTime(NO_TIMES, 40)] as const,
    ...(memory && { memory }),
  })
  const [, base] = entry('a', ROUND)
  const { moveTimes, memory } = measurementsOf(
    ['ann', 'bob', 'cid'],
    [
      { ...base, took: took([5, undefined]) },
      { ...base, took: took([9, undefined]) },
      { ...base, took: took([7, undefined]) },
      { ...base, took: took() },
      base,
      { ...base, players: ['bob', 'ann'], took: took() },
    ],
  )
  expect(
    [...moveTimes].map(([name, { moves, totalMs, longestMs }]) => [name, moves, totalMs, longestMs]),
  ).toEqual([
    ['ann', 5, 52, 40],
    ['bob', 5, 163, 40],
    ['cid', 0, 0, 0],
  ])
  expect([...memory]).toEqual([['ann', 9]])
  expect([...measurementsOf(['ann'], [{ ...base, took: took() }]).moveTimes.keys()]).toEqual(['ann'])
})
