import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { AnyGame } from '../game/game.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { advance, startMatch } from './machine.ts'
import { makeSpec, type Match, type MatchEvent } from './match.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'
import { thoughtOf } from './thought-of.ts'

const spec = must(
  makeSpec(ticTacToe as unknown as AnyGame, {}, { ...PLAIN_RULES, swapSeats: true, bestOf: 3 }, 1),
)
const start = startMatch(spec).match
const ready = (match: Match, at: number): Match =>
  ([0, 1] as const).reduce((now, seat) => advance(now, { kind: 'ready', seat, at }).match, match)
const answer = (at: number, more: object = {}): MatchEvent => ({
  kind: 'answered',
  seat: 0,
  text: 'NW',
  at,
  ...more,
})

test('a move took as long as its connection measured, or from the question to the answer', () => {
  expect(thoughtOf(ready(start, 10), answer(35))).toEqual({ player: 0, ms: 25 })
  expect(thoughtOf(ready(start, 10), answer(35, { spent: { wall: 7.5 } }))).toEqual({ player: 0, ms: 7.5 })
  expect(thoughtOf(ready(start, 10), answer(9))).toEqual({ player: 0, ms: 0 })
})

test('it is the player in that seat in that round', () => {
  const resigned = advance(ready(start, 0), { kind: 'resigned', seat: 1, at: 5 }).match
  expect(thoughtOf(ready(resigned, 10), answer(20))).toEqual({ player: 1, ms: 10 })
})

test('other events, and answers before the round or without a question, are no thoughts', () => {
  expect(thoughtOf(start, answer(5))).toBeUndefined()
  expect(thoughtOf(ready(start, 0), { kind: 'ticked', at: 5 })).toBeUndefined()
  expect(thoughtOf(ready(start, 0), { kind: 'answered', seat: 1, text: 'N', at: 5 })).toBeUndefined()
})
