import { describe, expect, test } from 'vitest'
import { digest } from '../base/hash.ts'
import { must } from '../base/result.ts'
import type { AnyGame } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { tron } from '../games/tron/index.ts'
import { advance, startMatch } from './machine.ts'
import { makeSpec, type MatchEvent, type MatchRules } from './match.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'
import { readRecord } from './read-record.ts'
import { writeRecord, type RecordHeader } from './record.ts'
import { replayEvents } from './replay-events.ts'
import { replayRounds } from './replay-rounds.ts'
import { whyVoid } from './why-void.ts'

const ready = (seat: 0 | 1, at: number): MatchEvent => ({ kind: 'ready', seat, at })
const says = (seat: 0 | 1, text: string, at: number): MatchEvent => ({ kind: 'answered', seat, text, at })
const READY = [ready(0, 0), ready(1, 0)]
const BOARD = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }

function headerOf(game: unknown, rules: Partial<MatchRules>, times: boolean): RecordHeader {
  const settings = game === tron ? BOARD : {}
  return {
    challenge: 'test',
    spec: must(makeSpec(game as AnyGame, settings, { ...PLAIN_RULES, ...rules }, 7)),
    players: [{ name: 'ann', bot: 'house:first' }, { name: 'bob' }],
    times,
    date: '2026-11-17T00:00:00.000Z',
  }
}

/** The lines after the header, without their hashes. */
const linesOf = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/,"hash":"[0-9a-f]+"\}$/, '}'))

describe('the lines of a record', () => {
  const TWO_ROUNDS: readonly MatchEvent[] = [
    ready(0, 3),
    ready(1, 5),
    { kind: 'asked', seat: 0, at: 10 },
    { kind: 'paused', seat: 0, charged: 20, at: 40 },
    { kind: 'asked', seat: 0, at: 50 },
    { ...says(0, 'nw', 60), remark: { text: 'mine' }, spent: { wall: 10 } } as MatchEvent,
    { kind: 'voided', why: 'the host stopped', restart: true, at: 70 },
    ready(0, 80),
    ready(1, 80),
    { kind: 'left', seat: 0, cause: 'garbled', text: 'x', detail: 'no move', at: 90 },
    ready(0, 95),
    ready(1, 95),
    { kind: 'resigned', seat: 1, at: 99 },
  ]
  const rules = { clock: { kind: 'bank', ms: 1000, incrementMs: 0 }, bestOf: 2 } as const
  const GARBLED = '{"kind":"garbled","text":"x","detail":"no move"}'
  const OVER =
    '{"event":"over","winner":null,"score":[1,1],"rounds":[' +
    '{"seats":[0,1],"turns":1,"winner":null,"end":{"kind":"void","why":"the host stopped","restart":true}},' +
    `{"seats":[0,1],"turns":0,"winner":1,"end":{"kind":"forfeited","faults":[${GARBLED},null]}},` +
    '{"seats":[0,1],"turns":0,"winner":0,"end":{"kind":"forfeited","faults":[null,{"kind":"resigned"}]}}]}'

  test('with times have what happened, when, and the clocks after it', () => {
    const text = writeRecord(headerOf(ticTacToe, rules, true), TWO_ROUNDS)
    expect(text.split('\n')[0]).toContain('"players":[{"name":"ann","bot":"house:first"},{"name":"bob"}]')
    expect(text.split('\n')[0]).toContain('"times":true,"date":"2026-11-17T00:00:00.000Z","hash":')
    expect(linesOf(text)).toEqual([
      '{"event":"ready","seat":0,"at":3}',
      '{"event":"ready","seat":1,"at":5,"clocks":[1000,1000]}',
      '{"event":"asked","seat":0,"at":10,"clocks":[1000,1000]}',
      '{"event":"paused","seat":0,"charged":20,"at":40,"clocks":[980,1000]}',
      '{"event":"asked","seat":0,"at":50,"clocks":[980,1000]}',
      '{"event":"answered","seat":0,"text":"nw","remark":{"text":"mine"},"spent":{"wall":10},"at":60,"clocks":[970,1000]}',
      '{"event":"voided","why":"the host stopped","restart":true,"at":70}',
      '{"event":"ready","seat":0,"at":80}',
      '{"event":"ready","seat":1,"at":80,"clocks":[1000,1000]}',
      '{"event":"left","seat":0,"cause":"garbled","text":"x","detail":"no move","at":90}',
      '{"event":"ready","seat":0,"at":95}',
      '{"event":"ready","seat":1,"at":95,"clocks":[1000,1000]}',
      '{"event":"resigned","seat":1,"at":99}',
      OVER,
    ])
    const read = must(readRecord(text, findGame))
    expect(read.events).toEqual(TWO_ROUNDS)
    expect(read.header.date).toBe('2026-11-17T00:00:00.000Z')
  })

  test('without times leave out times, questions, pauses and what an answer took', () => {
    const text = writeRecord(headerOf(ticTacToe, rules, false), TWO_ROUNDS)
    expect(text.split('\n')[0]).not.toContain('date')
    expect(linesOf(text)).toEqual([
      '{"event":"ready","seat":0}',
      '{"event":"ready","seat":1}',
      '{"event":"answered","seat":0,"text":"nw","remark":{"text":"mine"}}',
      '{"event":"voided","why":"the host stopped","restart":true}',
      '{"event":"ready","seat":0}',
      '{"event":"ready","seat":1}',
      '{"event":"left","seat":0,"cause":"garbled","text":"x","detail":"no move"}',
      '{"event":"ready","seat":0}',
      '{"event":"ready","seat":1}',
      '{"event":"resigned","seat":1}',
      OVER,
    ])
    expect(must(readRecord(text, findGame)).match.score).toEqual([1, 1])
  })

  test('have no clocks where there is no clock, and no date that is not known', () => {
    const { date: _, ...undated } = headerOf(ticTacToe, { clock: { kind: 'none' } }, true)
    const text = writeRecord(undated, [...READY, { kind: 'resigned', seat: 0, at: 4 }])
    expect(text).not.toContain('clocks')
    expect(text.split('\n')[0]).toContain('"times":true,"hash":')
  })

  test('say that a match is void', () => {
    const voided = (at: number): MatchEvent => ({ kind: 'voided', why: 'no power', at })
    const text = writeRecord(headerOf(ticTacToe, {}, false), [voided(1), voided(2), voided(3)])
    expect(linesOf(text).at(-1)).toMatch(
      /^\{"event":"over","winner":null,"score":\[0,0\],"void":true,"rounds":/,
    )
    const { match } = must(readRecord(text, findGame))
    expect(whyVoid(match)).toBe('no power')
  })

  test('do not have what changed nothing', () => {
    const events = [...READY, { kind: 'ticked', at: 5 } as const, says(1, 'NW', 6), says(0, 'NW', 7)]
    expect(linesOf(writeRecord(headerOf(ticTacToe, {}, true), events))).toHaveLength(4)
  })

  /** A simultaneous game hides each move until the turn is complete, and writes the seats in their order. */
  test.each([true, false])('of a simultaneous turn stand in the order of seats, with times: %s', (times) => {
    const one = writeRecord(headerOf(tron, {}, times), [
      ...READY,
      says(1, 'forward', 5),
      says(0, 'forward', 5),
    ])
    const other = writeRecord(headerOf(tron, {}, times), [
      ...READY,
      says(0, 'forward', 5),
      says(1, 'forward', 5),
    ])
    expect(one).toBe(other)
    expect(linesOf(one).slice(2, 4)).toEqual([
      expect.stringContaining('"seat":0,"text":"forward"'),
      expect.stringContaining('"seat":1,"text":"forward"'),
    ])
  })
})

describe('a record without times names who was late, and why as far as it is known', () => {
  const late = (events: readonly MatchEvent[]) =>
    linesOf(writeRecord(headerOf(ticTacToe, {}, false), events)).filter((line) => line.includes('"left"'))

  test.each<[string, readonly MatchEvent[], readonly string[]]>([
    [
      'both at the start',
      [{ kind: 'ticked', at: 5001 }],
      ['0,"cause":"slow-start"', '1,"cause":"slow-start"'],
    ],
    ['one at the start', [ready(0, 1), { kind: 'ticked', at: 5001 }], ['1,"cause":"slow-start"']],
    ['its own answer', [...READY, says(0, 'NW', 1001)], ['0,"cause":"timeout"']],
    [
      'a timeout with its detail',
      [...READY, { kind: 'left', seat: 0, cause: 'timeout', detail: 'it slept', at: 1001 }],
      ['0,"cause":"timeout","detail":"it slept"'],
    ],
    [
      'a slow start with its detail',
      [ready(0, 1), { kind: 'left', seat: 1, cause: 'slow-start', detail: 'it built', at: 5001 }],
      ['1,"cause":"slow-start","detail":"it built"'],
    ],
    [
      'another cause, which came too late to count',
      [...READY, { kind: 'left', seat: 0, cause: 'crashed', detail: 'it fell', at: 1001 }],
      ['0,"cause":"timeout"'],
    ],
  ])('%s', (_, events, expected) => {
    expect(late(events)).toEqual(expected.map((rest) => `{"event":"left","seat":${rest}}`))
  })

  test('only the seat of the event is late, though the clock of the other has run out, too', () => {
    const text = writeRecord(headerOf(tron, {}, false), [
      ...READY,
      says(1, 'forward', 1001),
      says(0, 'forward', 900),
    ])
    expect(linesOf(text).slice(2, 4)).toEqual([
      '{"event":"answered","seat":0,"text":"forward"}',
      '{"event":"left","seat":1,"cause":"timeout"}',
    ])
  })
})

test('the hash of a line is that of the hash before, the line and the position after it', () => {
  const header = headerOf(ticTacToe, {}, false)
  const [first = '', second = ''] = writeRecord(header, READY).split('\n')
  const { match } = startMatch(header.spec)
  const position = ticTacToe.notation.formatState(match.round.state as never)
  const [, body = '', hash = ''] = /^(.*),"hash":"(\w+)"\}$/.exec(first) ?? []
  expect(hash).toBe(digest(`\n${body}}\n${position}`))
  expect(second).toBe(
    `{"event":"ready","seat":0,"hash":"${digest(`${hash}\n{"event":"ready","seat":0}\n${position}`)}"}`,
  )
})

describe('a changed line', () => {
  const text = writeRecord(headerOf(ticTacToe, {}, true), [...READY, says(0, 'NW', 4), says(1, 'NW', 5)])
  const lines = text.split('\n')
  const problem = (changed: readonly string[]): string => {
    const read = readRecord(changed.join('\n'), findGame)
    return read.ok ? '' : read.problem.message.replace('Cannot follow the record at ', '')
  }
  const at = (index: number, line: string) => lines.map((old, other) => (other === index ? line : old))

  test.each([
    ['no JSON', at(2, 'hello'), 'line 3: it is not a line of a record'],
    ['no event', at(2, '{"event":"begun"}'), 'line 3: it is not an event'],
    ['an empty line', [...lines.slice(0, 2), '', ...lines.slice(2)], 'line 3: it is not a line of a record'],
    ['an event that changes nothing', at(2, lines[1] ?? ''), 'line 3: this could not happen here'],
    ['no hash', at(2, (lines[2] ?? '').replace(/,"hash":"\w+"/, '')), 'line 3: its hash is missing'],
    [
      'another hash',
      at(2, (lines[2] ?? '').replace(/"hash":"\w{4}/, '"hash":"0000')),
      'line 3: its hash is not the hash of the lines up to here',
    ],
    [
      'another clock',
      at(3, (lines[3] ?? '').replace('"clocks":[1000', '"clocks":[999')),
      'line 4: what it says is not what follows from the lines before it',
    ],
    [
      'a line after the result',
      [...lines.slice(0, -1), 'x'],
      `line ${lines.length}: it comes after the result`,
    ],
    ['an empty line after the result', [...lines, ''], `line ${lines.length}: it comes after the result`],
    ['no line feed at the end', lines.slice(0, -1), `line ${lines.length}: it comes after the result`],
  ])('%s is told', (_, changed, message) => {
    expect(problem(changed)).toBe(message)
  })
})

test('a match is played again from its events, round by round', () => {
  const { spec } = headerOf(ticTacToe, { bestOf: 2, turnLimit: 2 }, true)
  const events = [...READY, says(0, 'nw', 1), says(1, 'C', 2), ...READY, says(0, 'N', 3), says(1, 'N', 4)]
  const seen: string[] = []
  const match = replayEvents(spec, events, (before, event) => seen.push(`${before.phase} ${event.kind}`))
  expect(match.phase).toBe('over')
  const round = ['starting ready', 'starting ready', 'playing answered', 'playing answered']
  expect(seen).toEqual([...round, ...round])
  const rounds = replayRounds(spec, events)
  const first = startMatch(spec).match.round.state
  expect(rounds.map(({ result }) => result)).toEqual(match.ended)
  expect(rounds.map((round) => round.first)).toEqual([first, first])
  expect(rounds.map(({ turns }) => turns.map(({ moves }) => moves))).toEqual([
    [
      ['NW', undefined],
      [undefined, 'C'],
    ],
    [['N', undefined]],
  ])
  const [one, two] = rounds[0]?.turns ?? []
  expect([one?.before, one?.after, two?.after]).toEqual([first, two?.before, rounds[0]?.round.state])
  expect(rounds[1]?.round.turns).toBe(1)
  expect(replayRounds(spec, [...READY, says(0, 'NW', 1)])).toEqual([])
})

test('a match that is void for no known reason failed by its host', () => {
  const { spec } = headerOf(ticTacToe, {}, true)
  const { match } = startMatch(spec)
  expect(whyVoid(match)).toBe('the host failed')
  const voided = advance(match, { kind: 'voided', why: 'first', at: 1 }).match
  const played = [...READY, { kind: 'resigned', seat: 0, at: 2 } as const]
  expect(whyVoid(played.reduce((now, event) => advance(now, event).match, voided))).toBe('first')
})
