import { expect, test } from 'vitest'
import type { Fault, Match, RoundResult } from '../match/match.ts'
import { must } from '../base/result.ts'
import { startMatch } from '../match/machine.ts'
import { faultsOf, ledgerEntryOf } from './ledger-entry-of.ts'
import { openTournamentCourse, specFor } from './tournament-spec.ts'
import { tournamentOf } from './tournament.fixture.ts'

const tournament = tournamentOf(['ann', 'bob'])
const [pairing] = openTournamentCourse(tournament).take(1)
if (pairing === undefined) throw new Error('no match')

const round = (
  index: number,
  seats: RoundResult['seats'],
  faults: readonly (Fault | undefined)[],
  winner?: 0 | 1,
) =>
  ({
    index,
    seats,
    turns: 3 + index,
    winner,
    fingerprint: `f${index}`,
    end: { kind: 'forfeited', faults: [faults[0], faults[1]] },
  }) as unknown as RoundResult

const TIMEOUT: Fault = { kind: 'timeout' }
const RESIGNED: Fault = { kind: 'resigned' }

test('faults are those of players, wherever they sat', () => {
  expect(faultsOf(round(0, [0, 1], [TIMEOUT, undefined]))).toEqual(['timeout', undefined])
  expect(faultsOf(round(0, [1, 0], [TIMEOUT, undefined]))).toEqual([undefined, 'timeout'])
  expect(faultsOf(round(0, [1, 0], [undefined, TIMEOUT]))).toEqual(['timeout', undefined])
  const played = { ...round(0, [0, 1], []), end: { kind: 'void', why: 'x' } } as const
  expect(faultsOf(played)).toEqual([undefined, undefined])
})

test('an entry has the rounds that count, and the faults of each player, of which resigning is none', () => {
  const { match } = startMatch(must(specFor(tournament, 1)))
  const voided = { ...round(0, [0, 1], []), end: { kind: 'void', why: 'the host failed' } } as const
  const ended = [
    voided,
    round(0, [0, 1], [TIMEOUT, undefined], 1),
    round(1, [1, 0], [undefined, TIMEOUT], 1),
    round(2, [0, 1], [undefined, RESIGNED], 0),
  ]
  const over = { ...match, ended, score: [1, 2], result: { winner: 1 } } as unknown as Match
  const entry = ledgerEntryOf(pairing, over, ['ann', 'bob'])
  expect(entry).toMatchObject({
    key: pairing.key,
    players: pairing.players,
    winner: 1,
    score: [1, 2],
    faults: [2, 0],
    fingerprint: 'f0 f1 f2',
  })
  expect(entry.rounds.map(({ seats, winner, turns, faults }) => [seats, winner, turns, faults])).toEqual([
    [[0, 1], 1, 3, ['timeout', undefined]],
    [[1, 0], 1, 4, ['timeout', undefined]],
    [[0, 1], 0, 5, [undefined, 'resigned']],
  ])
  expect(entry.rounds[0]?.reason).toMatch(/^bob won/)
})
