import { expect, test } from 'vitest'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import type { TimeControl } from '../match/clock.ts'
import { estimateTime, typicalTurns } from './estimate-time.ts'
import { tournamentOf } from './tournament.fixture.ts'

const terms = (clock: TimeControl, more: Parameters<typeof tournamentOf>[1] = {}, bestOf = 1) => {
  const { rules, ...rest } = tournamentOf(['ann', 'bob', 'cid', 'dan'], { options: { games: 1 }, ...more })
  return { ...rest, rules: { ...rules, clock, bestOf } }
}

test.each<[string, TimeControl, number | undefined]>([
  ['no clock', { kind: 'none' }, undefined],
  ['100 ms a move', { kind: 'per-move', ms: 100 }, 1_800 + 6 * 10 * 100],
  ['1 s and 20 ms a move', { kind: 'bank', ms: 1_000, incrementMs: 20 }, 1_800 + 6 * (2_000 + 10 * 20)],
])('six matches of ten turns with %s take from 1.8 s to the time of all clocks', (_, clock, longestMs) => {
  expect(estimateTime(terms(clock), 4, 1, 10)).toEqual({ quickMs: 1_800, longestMs, turns: 10 })
})

test('two workers need half the time, and best of three is two rounds', () => {
  const clock = { kind: 'per-move', ms: 100 } as const
  expect(estimateTime(terms(clock, {}, 3), 4, 2, 10)).toEqual({
    quickMs: 1_800,
    longestMs: 1_800 + 6 * 10 * 100,
    turns: 10,
  })
})

test('a format whose number of matches is open takes the mean of its least and its most; an SPRT its least', () => {
  const { format, options } = tournamentOf([], { format: 'single-elimination', options: { bestOf: 3 } })
  const { least, most } = format.count(4, options)
  expect(most).toBeGreaterThan(least)
  const none = { kind: 'none' } as const
  const knockOut = terms(none, { format: format.id, options: { bestOf: 3 } })
  expect(estimateTime(knockOut, 4, 1, 10).quickMs).toBe(((least + most) / 2) * 300)
  expect(estimateTime(terms(none, { format: 'sprt', options: {} }), 2, 1, 10).quickMs).toBe(600)
})

test('a typical game is as long as random ones are, within the limit of turns', () => {
  const tournament = { challenge: ticTacToe, settings: {}, rules: ticTacToe.rules, seed: 3 }
  const turns = typicalTurns(tournament)
  expect(turns).toBeGreaterThanOrEqual(5)
  expect(turns).toBeLessThanOrEqual(9)
  expect(typicalTurns(tournament)).toBe(turns)
  expect(typicalTurns({ ...tournament, rules: { ...tournament.rules, turnLimit: 4 } })).toBe(4)
  const lengths = [1, 2, 3, 4, 5].map((seed) => typicalTurns({ ...tournament, seed }))
  expect(new Set(lengths).size).toBeGreaterThan(1)
  expect(typicalTurns(tournamentOf(['ann', 'bob']))).toBeGreaterThan(1)
})
