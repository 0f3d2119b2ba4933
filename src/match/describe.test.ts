import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { AnyGame, Outcome, Pair } from '../game/game.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { describeEnd, describeResult, describeVerdict } from './describe.ts'
import { makeSpec, type Fault, type RoundEnd, type RoundResult } from './match.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'

const spec = must(makeSpec(ticTacToe as unknown as AnyGame, {}, PLAIN_RULES, 1))
const NAMES = ['ann', 'bob'] as const

const say = (end: RoundEnd, more: Partial<RoundResult> = {}): string =>
  describeEnd(
    { index: 0, seats: [0, 1], turns: 2, winner: 1, state: undefined, fingerprint: '', end, ...more },
    spec,
    NAMES,
  )

const forfeit = (faults: Pair<Fault | undefined>, noticed?: boolean): RoundEnd => ({
  kind: 'forfeited',
  faults,
  ...(noticed !== undefined && { noticed }),
})

test.each<[Fault, string]>([
  [{ kind: 'timeout' }, 'ran out of time on turn 3 (1 s a move)'],
  [
    { kind: 'timeout', detail: 'it sent "x"', spent: { wall: 1001, cpu: 7 } },
    'ran out of time on turn 3 (1 s a move), 1001 ms of wall time, 7 ms of it on the processor: it sent "x"',
  ],
  [{ kind: 'timeout', spent: { wall: 5 } }, 'ran out of time on turn 3 (1 s a move), 5 ms of wall time'],
  [{ kind: 'slow-start' }, 'was not ready within 5 s'],
  [{ kind: 'slow-start', detail: 'no name' }, 'was not ready within 5 s (no name)'],
  [{ kind: 'illegal', text: 'NW' }, 'played "NW" on turn 3, which is illegal there'],
  [{ kind: 'garbled', text: '?!' }, 'sent something unreadable on turn 3: "?!"'],
  [{ kind: 'garbled', text: '?!', detail: 'no square' }, 'sent something unreadable on turn 3 (no square)'],
  [{ kind: 'out-of-turn' }, 'sent a move when it was not its turn'],
  [{ kind: 'out-of-turn', text: 'N' }, 'sent "N" when it was not its turn'],
  [{ kind: 'crashed', detail: 'exit code 1' }, 'crashed on turn 3 (exit code 1)'],
  [{ kind: 'silent' }, 'ended without an answer on turn 3'],
  [{ kind: 'out-of-memory', detail: '64 MiB' }, 'used more memory than allowed on turn 3 (64 MiB)'],
  [{ kind: 'resigned' }, 'resigned on turn 3'],
  [{ kind: 'false-flip' }, 'flipped the table on turn 3 although nothing was wrong'],
  [{ kind: 'missed-flip' }, 'played on on turn 3 instead of flipping the table'],
  [{ kind: 'missed-flip', text: 'N' }, 'played "N" on turn 3 instead of flipping the table'],
])('the fault %j in words', (fault, words) => {
  expect(say(forfeit([fault, undefined]))).toBe(`bob won: ann ${words}`)
  // The names go by seat, and the winner by player.
  expect(say(forfeit([fault, undefined]), { seats: [1, 0], winner: 0 })).toBe(`ann won: bob ${words}`)
})

test('a cheat that was not noticed is told so, and only a cheat', () => {
  const cheat: Fault = { kind: 'illegal', text: 'NW' }
  const words = 'bob won: ann played "NW" on turn 3, which is illegal there'
  expect(say(forfeit([cheat, undefined], false))).toBe(`${words}, which went unnoticed`)
  expect(say(forfeit([cheat, undefined], true))).toBe(words)
  expect(say(forfeit([{ kind: 'missed-flip' }, undefined], false))).not.toContain('unnoticed')
})

test('two faults, or a fault and a death in the same turn, are a draw', () => {
  const late: Fault = { kind: 'timeout' }
  const both = 'ann ran out of time on turn 3 (1 s a move) and bob resigned on turn 3'
  expect(say(forfeit([late, { kind: 'resigned' }]), { winner: undefined })).toBe(`drawn: ${both}`)
  expect(say(forfeit([undefined, late]), { winner: undefined })).toBe(
    'drawn: bob ran out of time on turn 3 (1 s a move), and ann did not survive the turn either',
  )
})

test('ends by the rules, by the turn limit, and rounds that do not count', () => {
  const reason = Object.keys(ticTacToe.reasons)[0] ?? ''
  const words = ticTacToe.reasons[reason]
  expect(say({ kind: 'played', outcome: { places: [2, 1], reason } })).toBe(`bob won by ${words}`)
  const scores = ['1-1', '2'] as const
  expect(
    say({ kind: 'played', outcome: { places: [1, 1], reason: 'luck', scores } }, { winner: undefined }),
  ).toBe('drawn by luck (1-1 against 2)')
  expect(say({ kind: 'stopped', turns: 9 }, { winner: undefined })).toBe('drawn: stopped after 9 turns')
  expect(say({ kind: 'void', why: 'the host failed' })).toBe('not counted: the host failed')
})

test('scores as the game tells them, those of the winner first', () => {
  const game = { ...ticTacToe, tellScores: () => ['14', '36'] as const } as unknown as AnyGame
  const outcome: Outcome = { places: [2, 1], reason: 'longest', scores: ['1-1', '1-2'] }
  const told = (seats: Pair<0 | 1>, winner: 0 | 1): readonly unknown[] => {
    const round: RoundResult = {
      index: 0,
      seats,
      turns: 2,
      winner,
      state: undefined,
      fingerprint: '',
      end: { kind: 'played', outcome },
    }
    const own = { ...spec, game }
    const result = { score: winner === 0 ? ([1, 0] as const) : ([0, 1] as const), winner, void: false }
    return [describeEnd(round, own, NAMES), describeVerdict({ result, ended: [round], spec: own }, NAMES)]
  }
  expect(told([0, 1], 1)).toEqual(['bob won by longest (36 against 14)', 'bob wins 36 against 14'])
  expect(told([1, 0], 0)).toEqual(['ann won by longest (36 against 14)', 'ann wins 36 against 14'])
})

test('the result of a match, the score of the winner first', () => {
  expect(describeResult({ score: [2, 1], winner: 0, void: false }, NAMES)).toBe('ann wins the match 2–1')
  expect(describeResult({ score: [0, 2], winner: 1, void: false }, NAMES)).toBe('bob wins the match 2–0')
  expect(describeResult({ score: [1, 1], winner: undefined, void: false }, NAMES)).toBe(
    'The match is drawn 1–1',
  )
  expect(describeResult({ score: [0, 0], winner: undefined, void: true }, NAMES)).toBe(
    'The match could not be played',
  )
})

test('a verdict tells scores only of a single round that was won', () => {
  const outcome: Outcome = { places: [1, 2], reason: 'longest', scores: ['36', '14'] }
  const round: RoundResult = {
    index: 0,
    seats: [0, 1],
    turns: 2,
    winner: 0,
    state: undefined,
    fingerprint: '',
    end: { kind: 'played', outcome },
  }
  const verdict = (ended: readonly RoundResult[], winner?: 0 | 1) =>
    describeVerdict({ result: { score: [1, 0], winner, void: false }, ended, spec }, NAMES)
  const voided: RoundResult = { ...round, end: { kind: 'void', why: 'no power' } }
  expect(verdict([round], 0)).toBe('ann wins 36 against 14')
  expect(verdict([voided, round], 0)).toBe('ann wins 36 against 14')
  expect(verdict([round, round], 0)).toBe('ann wins the match 1–0')
  expect(verdict([round])).toBe('The match is drawn 1–0')
  expect(verdict([], 0)).toBe('ann wins the match 1–0')
  expect(verdict([{ ...round, end: { kind: 'stopped', turns: 3 } }], 0)).toBe('ann wins the match 1–0')
  expect(describeVerdict({ ended: [round], spec }, NAMES)).toBeUndefined()
})

test.each(['illegal', 'garbled', 'out-of-turn', 'false-flip'] as const)(
  'a %s move that the other did not flip the table for went unnoticed',
  (kind) => {
    expect(say(forfeit([{ kind, text: 'x' }, undefined], false))).toMatch(/, which went unnoticed$/)
    expect(say(forfeit([{ kind, text: 'x' }, undefined], true))).not.toContain('unnoticed')
  },
)
