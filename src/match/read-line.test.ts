import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { findGame } from '../games/index.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { formatEventLine } from './event-line.ts'
import { makeSpec, type MatchEvent } from './match.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'
import { readEventLine, readHeaderLine } from './read-line.ts'

describe('the header of a record', () => {
  const HEADER = {
    gamegrid: 1,
    challenge: 'tic-tac-toe',
    game: 'tic-tac-toe',
    version: ticTacToe.version,
    settings: {},
    rules: PLAIN_RULES,
    seed: 7,
    players: [{ name: 'ann', bot: 'house:first' }, { name: 'bob' }],
    times: true,
    date: '2026-11-17T00:00:00.000Z',
  }
  const read = (changes: object) => readHeaderLine(JSON.stringify({ ...HEADER, ...changes }), findGame)

  test('is read whole, and a name without a bot has none', () => {
    expect(must(read({}))).toEqual({
      challenge: 'tic-tac-toe',
      spec: must(makeSpec(ticTacToe, {}, PLAIN_RULES, 7)),
      players: HEADER.players,
      times: true,
      date: HEADER.date,
    })
    const undated = must(read({ date: 5, players: [{ name: 'ann', bot: 5 }, { name: 'bob' }] }))
    expect(Object.keys(undated)).not.toContain('date')
    expect(Object.keys(undated.players[0])).toEqual(['name'])
  })

  const INCOMPLETE = 'its header is incomplete'
  test.each([
    [{ challenge: 5 }, INCOMPLETE],
    [{ seed: '7' }, INCOMPLETE],
    [{ times: 'yes' }, INCOMPLETE],
    [{ settings: 'none' }, INCOMPLETE],
    [{ players: 'ann and bob' }, INCOMPLETE],
    [{ players: [{ name: 'ann' }] }, INCOMPLETE],
    [{ players: [{ name: 'ann' }, { name: 'bob' }, { name: 'eve' }] }, INCOMPLETE],
    [{ players: [{ name: 'ann' }, null] }, INCOMPLETE],
    [{ players: [null, { name: 'bob' }] }, INCOMPLETE],
    [{ players: [{ name: 5 }, { name: 'bob' }] }, INCOMPLETE],
    [{ players: [{ name: 'ann' }, {}] }, INCOMPLETE],
    [{ game: 5 }, 'it names a game that is not here: 5'],
    [{ rules: { ...PLAIN_RULES, bestOf: 0 } }, 'Cannot set bestOf to 0: expected a whole number from 1'],
    [{ seed: -1 }, `Cannot use seed -1: expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`],
  ])('with %j is refused', (changes, why) => {
    const message = `Cannot follow the record at line 1: ${why}`
    expect(read(changes)).toMatchObject({ ok: false, problem: { code: 'bad-record', message } })
  })
})

describe('a line of a record', () => {
  const spent = { wall: 5, cpu: 3 }
  test.each<MatchEvent>([
    { kind: 'ticked', at: 4 },
    { kind: 'voided', why: 'the lights went out', at: 4 },
    { kind: 'voided', why: 'the host stopped', at: 4, restart: true },
    { kind: 'ready', seat: 0, at: 4 },
    { kind: 'asked', seat: 1, at: 4 },
    { kind: 'flipped', seat: 1, at: 4 },
    { kind: 'resigned', seat: 0, at: 4 },
    { kind: 'paused', seat: 0, charged: 0, at: 4 },
    { kind: 'answered', seat: 1, text: 'NW', at: 4 },
    { kind: 'answered', seat: 1, text: 'NW', remark: { text: 'hm', score: 0.5 }, at: 4, spent },
    { kind: 'left', seat: 1, cause: 'crashed', at: 4 },
    { kind: 'left', seat: 1, cause: 'garbled', text: 'x', detail: 'no move', at: 4, spent },
  ])('%j is read as it was written', (event) => {
    expect(readEventLine(formatEventLine(event))).toStrictEqual(event)
  })

  test('without a time is at 0, and one with the result is the last', () => {
    expect(readEventLine('{"event":"ready","seat":1}')).toStrictEqual({ kind: 'ready', seat: 1, at: 0 })
    expect(readEventLine('{"event":"over"}')).toBe('over')
  })

  test('keeps only what its kind has', () => {
    const line = '{"event":"voided","why":"no","restart":"yes","seat":1,"at":1}'
    expect(readEventLine(line)).toStrictEqual({ kind: 'voided', why: 'no', at: 1 })
    expect(
      readEventLine('{"event":"left","seat":1,"cause":"crashed","text":5,"detail":5,"spent":5}'),
    ).toStrictEqual({ kind: 'left', seat: 1, cause: 'crashed', at: 0 })
  })

  const model = {
    calls: 2,
    retries: 1,
    tokensIn: 900,
    tokensOut: 100,
    usd: 0.5,
    firstMs: 3.5,
    failures: ['empty'],
  }
  const readSpent = (value: unknown): unknown =>
    readEventLine(JSON.stringify({ event: 'answered', seat: 0, text: 'N', spent: value }))
  test('keeps what a move used of time and of a language model', () =>
    expect(readSpent({ wall: 1.5, model })).toMatchObject({ spent: { wall: 1.5, model } }))

  test.each([
    [],
    {},
    { wall: '5' },
    { wall: 5, cpu: '3' },
    { wall: 5, suspended: [] },
    { wall: 5, model: 'x' },
    { wall: 5, model: { ...model, calls: undefined } },
    { wall: 5, model: { ...model, tokensIn: '900' } },
    { wall: 5, model: { ...model, tokensOut: 1.5 } },
    { wall: 5, model: { ...model, reasoning: -1 } },
    { wall: 5, model: { ...model, retries: 2 ** 31 } },
    { wall: 5, model: { ...model, usd: '1' } },
    { wall: 5, model: { ...model, failures: 'empty' } },
    { wall: 5, model: { ...model, failures: [5] } },
  ])('leaves out that it spent %j', (value) =>
    expect(readSpent(value)).toStrictEqual({ kind: 'answered', seat: 0, text: 'N', at: 0 }),
  )

  test.each([
    'no JSON',
    '{}',
    '{"event":"begun","seat":0,"at":1}',
    '{"event":"ready","at":1}',
    '{"event":"ready","seat":2,"at":1}',
    '{"event":"ready","seat":"0","at":1}',
    '{"event":"ready","seat":0,"at":"1"}',
    '{"event":"ready","seat":0,"at":1.5}',
    '{"event":"voided","at":1}',
    '{"event":"voided","why":5,"at":1}',
    '{"event":"answered","seat":0,"at":1}',
    '{"event":"answered","seat":0,"text":5,"at":1}',
    '{"event":"left","seat":0,"at":1}',
    '{"event":"left","seat":0,"cause":"bored","at":1}',
    '{"event":"paused","seat":0,"at":1}',
    '{"event":"paused","seat":0,"charged":"1","at":1}',
    '{"event":"paused","seat":0,"charged":0.5,"at":1}',
    '{"event":"paused","seat":0,"charged":-1,"at":1}',
  ])('that is %s is none', (line) => {
    expect(readEventLine(line)).toBeUndefined()
  })
})

test('an event is written with its kind first, wherever that stands', () => {
  const event: MatchEvent = { seat: 1, at: 5, kind: 'ready' }
  expect(formatEventLine(event)).toBe('{"event":"ready","seat":1,"at":5}')
  expect(readEventLine(formatEventLine(event))).toEqual(event)
})
