import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { findFormat } from '../tournament-runner/tournament-spec.ts'
import { plannedMs, roundShares } from './planned-time.ts'
import { planOf } from './tournament-plan.ts'

const HALVES = [
  { round: 1, share: 0.5 },
  { round: 2, share: 0.5 },
]

test.each([
  ['without breaks it takes what its matches take', {}, 100, 100],
  ['a break is added', { breaks: [{ from: 1050, to: 1250 }] }, 100, 300],
  [
    'breaks that overlap count once',
    {
      breaks: [
        { from: 1050, to: 1150 },
        { from: 1100, to: 1250 },
      ],
    },
    100,
    300,
  ],
  ['a start in a break waits for its end', { breaks: [{ from: 900, to: 1010 }] }, 100, 110],
  [
    'a break before the start or after the end costs nothing',
    {
      breaks: [
        { from: 0, to: 900 },
        { from: 1100, to: 9000 },
      ],
    },
    100,
    100,
  ],
  [
    'every break on the way is added',
    {
      breaks: [
        { from: 1010, to: 1020 },
        { from: 1080, to: 1100 },
      ],
    },
    100,
    130,
  ],
  ['a round waits for its time', { roundTimes: [{ round: 2, at: 3000 }] }, 100, 2050],
  ['a time that has come by then costs nothing', { roundTimes: [{ round: 2, at: 1040 }] }, 100, 100],
  ['a time holds up the rounds after it', { roundTimes: [{ round: 1, at: 1500 }] }, 100, 600],
  [
    'a round at a time in a break waits for both',
    { roundTimes: [{ round: 2, at: 3000 }], breaks: [{ from: 2900, to: 3100 }] },
    100,
    2150,
  ],
  ['a round that is called is called at once', { rounds: 'called' }, 100, 100],
] as const)('%s', (_, row, workMs, takes) => {
  expect(plannedMs(planOf(row), 1000, HALVES, workMs)).toBe(takes)
})

test.each([
  ['round-robin', { games: 1 }, 4, [1 / 3, 1 / 3, 1 / 3]],
  ['single-elimination', { thirdPlace: 'no' }, 8, [4 / 7, 2 / 7, 1 / 7]],
  ['round-robin', {}, 1, []],
  // Too many to be played through.
  ['round-robin', { games: 1 }, 101, Array.from({ length: 100 }, () => 1 / 100)],
])('the rounds of %s with %j of %i have these parts of the matches', (id, given, entrants, parts) => {
  const format = findFormat(id)
  if (!format) throw new Error(`no format ${id}`)
  const shares = roundShares(format, must(format.parseOptions(given)), entrants)
  expect(shares.map(({ share }) => share)).toEqual(parts)
  expect(shares.map(({ round }) => round)).toEqual(parts.map((_, at) => at + 1))
})
