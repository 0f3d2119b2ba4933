import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { AnyGame } from '../game/game.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { tron } from '../games/tron/index.ts'
import { makeSpec, type MatchEvent, type MatchRules } from './match.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'
import { writeRecord } from './record.ts'
import { turnsOfRecord } from './turns-of-record.ts'

const READY: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 0 },
  { kind: 'ready', seat: 1, at: 0 },
]
const answer = (seat: 0 | 1, text: string, at: number): MatchEvent => ({ kind: 'answered', seat, text, at })

function rowsOf(
  game: unknown,
  events: readonly MatchEvent[],
  settings = {},
  rules: Partial<MatchRules> = {},
) {
  const spec = must(makeSpec(game as AnyGame, settings, { ...PLAIN_RULES, ...rules }, 7))
  const players = [{ name: 'ann', bot: 'llm:a' }, { name: 'bob' }] as const
  const text = writeRecord({ challenge: 'test', spec, players, times: true }, [...READY, ...events])
  return { rows: must(turnsOfRecord(text, () => game as AnyGame)), text }
}

test('each answer is a row with its position, clock and the hash of its line', () => {
  const spent = { wall: 6, model: { calls: 2, tokensIn: 50, tokensOut: 9, usd: 0.001 } }
  const { rows, text } = rowsOf(
    ticTacToe,
    [
      { ...answer(0, ' nw', 10), spent, remark: { score: 0.5 } } as MatchEvent,
      answer(1, 'N', 30),
      { kind: 'left', seat: 0, cause: 'garbled', at: 45 },
    ],
    {},
    { clock: { kind: 'per-move', ms: 100 } },
  )
  expect(rows).toMatchObject([
    { round: 1, turn: 1, seat: 0, player: 'ann', bot: 'llm:a', move: 'NW', played: true, ms: 6, clockMs: 90 },
    {
      turn: 2,
      seat: 1,
      player: 'bob',
      bot: null,
      move: 'N',
      ms: 20,
      clockMs: 80,
      tokensIn: null,
      outcome: 1,
    },
    { turn: 3, seat: 0, move: null, played: false, cause: 'garbled', clockMs: 85, outcome: -1 },
  ])
  expect(rows[0]).toMatchObject({ score: 0.5, tokensIn: 50, tokensOut: 9, usd: 0.001, outcome: -1 })
  expect(rows.map(({ legal }) => legal.length)).toEqual([9, 8, 7])
  for (const { hash } of rows) expect(text).toContain(`"hash":"${hash}"`)
  const lines = text.split('\n').filter((line) => /"event":"(answered|left)"/.test(line))
  expect(lines.map((line) => /"hash":"(\w+)"/.exec(line)?.[1])).toEqual(rows.map(({ hash }) => hash))
})

test('an illegal move is a row that was not played, and void rounds have none', () => {
  const { rows } = rowsOf(ticTacToe, [
    answer(0, 'NW', 1),
    { kind: 'voided', why: 'the lights went out', at: 2 },
    ...READY,
    answer(0, 'C', 3),
    answer(1, 'C', 4),
  ])
  expect(rows).toMatchObject([
    { move: 'C', played: true, outcome: 1 },
    { move: 'C', played: false, outcome: -1 },
  ])
})

test('both players of a turn saw the position before it', () => {
  const { rows } = rowsOf(tron, [answer(1, 'left', 5), answer(0, 'right', 6)], {
    ...tron.presets['light-cycle'],
    width: 3,
    height: 3,
  })
  expect(rows.map(({ seat, turn }) => [seat, turn])).toEqual([
    [0, 1],
    [1, 1],
  ])
  expect(rows[0]?.position).toBe(rows[1]?.position)
})

test('a row has what a model used, and nulls of a player that is none', () => {
  const model = { calls: 2, retries: 1, tokensIn: 5, tokensOut: 6, usd: 0.5, failures: ['illegal'] }
  const plain = { calls: 1, tokensIn: 5, tokensOut: 6 }
  const { rows } = rowsOf(ticTacToe, [
    { ...answer(0, 'NW', 1), spent: { wall: 1, model } } as MatchEvent,
    { ...answer(1, 'N', 2), spent: { wall: 1, model: plain } } as MatchEvent,
    { ...answer(0, 'W', 3), spent: { wall: 1 } } as MatchEvent,
    answer(1, 'C', 4),
    answer(0, 'SW', 5),
  ])
  expect(rows.map(({ calls, retries, failures, usd }) => [calls, retries, failures, usd])).toEqual([
    [2, 1, ['illegal'], 0.5],
    [1, 0, [], null],
    [null, null, [], null],
    [null, null, [], null],
    [null, null, [], null],
  ])
  expect(rows.map(({ cause }) => cause)).toEqual([null, null, null, null, null])
})

test('a resignation, and a crash before the first turn, are no rows', () => {
  const { rows } = rowsOf(
    ticTacToe,
    [
      { kind: 'resigned', seat: 0, at: 1 },
      { kind: 'ready', seat: 0, at: 2 },
      { kind: 'left', seat: 1, cause: 'crashed', at: 2 },
      ...READY.map((event) => ({ ...event, at: 3 })),
      answer(0, 'NW', 4),
      { kind: 'left', seat: 1, cause: 'crashed', at: 5 },
    ],
    {},
    { bestOf: 3 },
  )
  expect(rows.map(({ round, seat, move, cause }) => [round, seat, move, cause])).toEqual([
    [3, 0, 'NW', null],
    [3, 1, null, 'crashed'],
  ])
})

test('a move that should have been a flip was not played', () => {
  const cheat = [answer(0, 'NW', 1), answer(1, 'NW', 2), answer(0, 'N', 3)]
  const { rows } = rowsOf(ticTacToe, cheat, {}, { illegal: { kind: 'flip', missed: 'forgiven' } })
  expect(rows.map(({ move, played }) => [move, played])).toEqual([
    ['NW', true],
    ['NW', false],
    ['N', false],
  ])
})

test('what a player sends out of turn is no row, and a drawn round is worth 0', () => {
  const { rows } = rowsOf(
    ticTacToe,
    [
      answer(1, 'C', 1),
      answer(0, 'NW', 2),
      { kind: 'left', seat: 0, cause: 'crashed', at: 3 },
      answer(1, 'N', 4),
    ],
    {},
    { turnLimit: 2 },
  )
  expect(rows).toMatchObject([
    { seat: 0, move: 'NW', cause: null, outcome: 0 },
    { seat: 1, move: 'N', cause: null, outcome: 0 },
  ])
})

test('what follows a cheat was not played, and without a clock none is told', () => {
  const { rows } = rowsOf(
    ticTacToe,
    [answer(0, 'xx', 1), answer(1, 'N', 2)],
    {},
    { illegal: { kind: 'flip', missed: 'loses' }, clock: { kind: 'none' } },
  )
  expect(rows).toMatchObject([
    { seat: 0, played: false, clockMs: null },
    { seat: 1, move: 'N', played: false, clockMs: null },
  ])
})

test('a text that is no record is a problem', () => {
  expect(turnsOfRecord('hello', () => undefined)).toMatchObject({
    ok: false,
    problem: { code: 'bad-record' },
  })
})
