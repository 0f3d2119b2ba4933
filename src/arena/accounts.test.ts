import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { makeSpec, type MatchEvent } from '../match/match.ts'
import { PLAIN_RULES } from '../match/plain-rules.fixture.ts'
import type { Seat } from '../game/game.ts'
import { takeUp } from './live-match.ts'

const spec = must(makeSpec(ticTacToe.game, {}, { ...PLAIN_RULES, bestOf: 5, swapSeats: true }, 1))

const ready = (at: number): readonly MatchEvent[] => [
  { kind: 'ready', seat: 0, at },
  { kind: 'ready', seat: 1, at },
]

/** Answers after its question has been open for so long. */
const answered = (seat: Seat, text: string, at: number, wall?: number): MatchEvent => ({
  kind: 'answered',
  seat,
  text,
  at,
  ...(wall !== undefined && { spent: { wall } }),
})

test('moves, thinking time and faults are counted by player, whatever seat it has in a round', () => {
  const { accounts, match } = takeUp(spec, [
    ...ready(0),
    answered(0, 'NW', 10, 10.26),
    answered(1, 'N', 40, 30),
    answered(0, 'C', 45, 5.01),
    // Player 1 sits first from here on.
    answered(1, 'nonsense', 50, 2),
    ...ready(100),
    answered(0, 'nonsense', 120, 20),
    ...ready(200),
    { kind: 'resigned', seat: 0, at: 210 },
    ...ready(300),
    answered(0, 'NW', 305, 1),
    { kind: 'left', seat: 1, cause: 'crashed', at: 310 },
  ])
  expect(match.ended.map(({ winner }) => winner)).toEqual([0, 0, 1, 1])
  expect(accounts.close(match.ended)).toEqual([
    // It resigned the third round, which is no fault.
    { moves: 2, thoughtMs: 15.3, longestMs: 10.3, faults: { crashed: 1 } },
    { moves: 4, thoughtMs: 53, longestMs: 30, faults: { garbled: 2 } },
  ])
})

test('two matches share nothing', () => {
  const first = takeUp(spec, [...ready(0), answered(0, 'NW', 10)])
  const second = takeUp(spec, ready(0))
  const none = { moves: 0, thoughtMs: 0, longestMs: 0, faults: {} }
  expect(first.accounts.close([])).toEqual([{ moves: 1, thoughtMs: 10, longestMs: 10, faults: {} }, none])
  expect(second.accounts.close([])).toEqual([none, none])
})
