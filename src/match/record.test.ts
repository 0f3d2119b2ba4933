import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
import type { AnyGame, Seat } from '../game/game.ts'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findGame } from '../games/index.ts'
import { describeEnd } from './describe.ts'
import { advance, awaitedSeats, startMatch } from './machine.ts'
import { makeSpec, type Match, type MatchEvent } from './match.ts'
import { readRecord } from './read-record.ts'
import { beginRecord, endRecord, writeEvent, type RecordHeader } from './record.ts'

const headerOf = (challenge: Challenge, times: boolean): RecordHeader => ({
  challenge: challenge.id,
  spec: must(makeSpec(challenge.game, challenge.game.presets[challenge.preset] ?? {}, challenge.rules, 11)),
  players: [{ name: 'ann', bot: 'house:random' }, { name: 'bob' }],
  times,
  ...(times && { date: '2026-11-15T00:00:00.000Z' }),
})

/** Plays a random match; `shuffle` decides who answers first, `delay` how long it takes. */
function playRandom(header: RecordHeader, seed: number, shuffle: () => number, delay: () => number) {
  const rng = seededRng(seed)
  let { match } = startMatch(header.spec)
  let { writer, text } = beginRecord(header)
  let at = 0
  const events: MatchEvent[] = []
  while (match.phase !== 'over') {
    const waiting = awaitedSeats(match)
    const words = waiting.map((seat) => (match.phase === 'starting' ? '' : rng.pick(legal(match, seat))))
    const order = waiting.length > 1 && shuffle() % 2 === 1 ? [1, 0] : [0, 1].slice(0, waiting.length)
    for (const index of order) {
      const seat = waiting[index] ?? 0
      at += delay()
      const event: MatchEvent =
        match.phase === 'starting'
          ? { kind: 'ready', seat, at }
          : {
              kind: 'answered',
              seat,
              text: words[index] ?? '',
              ...(match.round.turns % 3 === 0 && {
                remark: { text: `"hm" ${match.round.turns}`, score: -0.5 },
              }),
              at,
            }
      events.push(event)
      match = advance(match, event).match
      const written = writeEvent(writer, event)
      writer = written.writer
      text += written.text
    }
  }
  return { text: text + endRecord(writer), match, events }
}

const remarksIn = (events: readonly MatchEvent[]) =>
  events.flatMap((event) => ('remark' in event ? [event.remark] : []))

const legal = (match: Match, seat: 0 | 1): readonly string[] =>
  match.spec.game.legalMoves(match.round.state, seat)

const short = must<Challenge>({ ok: true, value: findChallenge('tic-tac-toe') as Challenge })

describe.each(CHALLENGES.map((challenge) => [challenge.id, challenge] as const))(
  'a record of %s',
  (_, challenge) => {
    test('read again it gives the same match', () => {
      for (const times of [true, false]) {
        const { text, match, events } = playRandom(
          headerOf(challenge, times),
          5,
          () => 0,
          () => 3,
        )
        const read = must(readRecord(text, findGame))
        expect(read.match.result).toEqual(match.result)
        expect(read.match.ended).toEqual(match.ended)
        expect(read.header.players[0]).toEqual({ name: 'ann', bot: 'house:random' })
        expect(remarksIn(read.events)).toEqual(remarksIn(events))
        expect(remarksIn(events)).toContainEqual({ text: '"hm" 0', score: -0.5 })
      }
    })

    test('without times it has the same bytes whoever answers first and however long it takes', () => {
      const header = headerOf(challenge, false)
      const plain = playRandom(
        header,
        9,
        () => 0,
        () => 0,
      ).text
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat(1)), fc.infiniteStream(fc.nat(40)), (coins, delays) => {
          const { text } = playRandom(
            header,
            9,
            () => coins.next().value ?? 0,
            () => delays.next().value ?? 0,
          )
          expect(text).toBe(plain)
        }),
        { numRuns: 5 },
      )
      expect(plain).not.toMatch(/"at"|"clocks"|"date"/)
    })
  },
)

test('with times, too, a record says the same in whatever order the moves of a turn arrived', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHALLENGES),
      fc.nat(50),
      fc.infiniteStream(fc.nat(1)),
      fc.infiniteStream(fc.nat(1900)),
      (challenge, seed, coins, delays) => {
        const { text, match } = playRandom(
          headerOf(challenge, true),
          seed,
          () => coins.next().value ?? 0,
          () => delays.next().value ?? 0,
        )
        const read = must(readRecord(text, findGame))
        expect(read.match.ended).toEqual(match.ended)
      },
    ),
    { numRuns: 60 },
  )
})

describe('a broken record', () => {
  const { text } = playRandom(
    headerOf(short, true),
    3,
    () => 0,
    () => 7,
  )

  test('flipping any one bit of any byte is noticed, and a line is named', () => {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (bytes[at] ?? 0) ^ (1 << (at % 7))
      const result = readRecord(flipped.toString('latin1'), findGame)
      if (result.ok) expect.fail(`byte ${at} (${JSON.stringify(text[at])}) could be changed`)
      expect(result.problem.message).toMatch(/^Cannot follow the record at line \d+: /)
    }
  })

  test('so is every truncation', () => {
    for (let length = 0; length < text.length; length++)
      expect(readRecord(text.slice(0, length), findGame).ok).toBe(false)
  })

  const lines = text.split('\n')
  test.each([
    ['an empty file', '', /line 1: it is not the header/],
    ['another file', 'hello\nworld\n', /line 1: it is not the header/],
    ['a newer format', text.replace('"gamegrid":1', '"gamegrid":2'), /line 1: it is in format 2/],
    [
      'an unknown game',
      text.replace('"game":"tic-tac-toe"', '"game":"chess"'),
      /line 1: it names a game that is not here: "chess"/,
    ],
    [
      'another version of the rules',
      text.replace('"version":1', '"version":9'),
      /line 1: it was played by version 9/,
    ],
    ['a changed name', text.replace('"ann"', '"eve"'), /line 1: the header was changed/],
    [
      'a line left out',
      [...lines.slice(0, 4), ...lines.slice(5)].join('\n'),
      /line 5: what it says is not what follows/,
    ],
    ['lines swapped', [...lines.slice(0, 3), lines[4], lines[3], ...lines.slice(5)].join('\n'), /line 4: /],
    ['another time', text.replace('"at":21', '"at":20'), /line 4: what it says is not what follows/],
    ['no result', `${lines.slice(0, -2).join('\n')}\n`, /line \d+: the record ends before its result/],
    [
      'a result too early',
      `${[...lines.slice(0, 5), lines.at(-2)].join('\n')}\n`,
      /line 6: the result comes before/,
    ],
    [
      'another winner',
      text.replace(/"winner":(0|1|null),"score"/, '"winner":7,"score"'),
      /the result is not the one/,
    ],
    ['something behind', `${text}{}\n`, /it comes after the result/],
  ])('%s', (_, broken, message) => {
    const result = readRecord(broken, findGame)
    expect(result.ok ? '' : result.problem.message).toMatch(message)
  })
})

test('lateness is in a record without times too', () => {
  for (const times of [true, false]) {
    const header = headerOf(findChallenge('light-cycle') as Challenge, times)
    let { writer, text } = beginRecord(header)
    const events: MatchEvent[] = [
      { kind: 'ready', seat: 1, at: 4 },
      { kind: 'ready', seat: 0, at: 9 },
      { kind: 'answered', seat: 1, text: 'forward', at: 20 },
      { kind: 'ticked', at: 2010 },
    ]
    for (const event of events) {
      const written = writeEvent(writer, event)
      writer = written.writer
      text += written.text
    }
    const { match } = must(readRecord(text + endRecord(writer), findGame))
    expect(match.ended[0]?.end).toMatchObject({ kind: 'forfeited', faults: [{ kind: 'timeout' }, undefined] })
  }
})

test('a half-played simultaneous turn is not in the record yet', () => {
  const header = headerOf(findChallenge('light-cycle') as Challenge, true)
  let { writer } = beginRecord(header)
  const write = (event: MatchEvent): string => {
    const written = writeEvent(writer, event)
    writer = written.writer
    return written.text
  }
  write({ kind: 'ready', seat: 0, at: 0 })
  write({ kind: 'ready', seat: 1, at: 0 })
  expect(write({ kind: 'answered', seat: 1, text: 'forward', at: 1 })).toBe('')
  expect(write({ kind: 'answered', seat: 0, text: 'forward', at: 2 }).split('\n')).toHaveLength(3)
})

test('a game that is not there is a problem, not an exception', () => {
  const { text } = playRandom(
    headerOf(short, true),
    3,
    () => 0,
    () => 7,
  )
  expect(readRecord(text, (): AnyGame | undefined => undefined).ok).toBe(false)
})

describe('an allowance of tokens', () => {
  const CLOCK = { kind: 'per-move', ms: 1000, allowance: { amount: 100, unit: 'tokens' } } as const
  const move = (seat: Seat, text: string, tokens: number, at: number): MatchEvent => ({
    kind: 'answered',
    seat,
    text,
    at,
    spent: { wall: 1, model: { calls: 1, tokensIn: tokens - 10, tokensOut: 10 } },
  })
  /** Seat 0 has used all of it after its second move, and seat 1 is no model. */
  const EVENTS: readonly MatchEvent[] = [
    { kind: 'ready', seat: 0, at: 0 },
    { kind: 'ready', seat: 1, at: 0 },
    move(0, 'C', 60, 1),
    { kind: 'answered', seat: 1, text: 'NW', at: 2 },
    move(0, 'N', 40, 3),
    { kind: 'answered', seat: 1, text: 'NE', at: 4 },
    move(0, 'S', 11, 5),
  ]

  function write(times: boolean): { readonly text: string; readonly match: Match } {
    const { game, preset, rules } = findChallenge('tic-tac-toe') as Challenge
    const spec = must(makeSpec(game, game.presets[preset] ?? {}, { ...rules, clock: CLOCK }, 1))
    let { writer, text } = beginRecord({
      challenge: 'tic-tac-toe',
      spec,
      players: [{ name: 'ann', bot: 'llm:a' }, { name: 'bob' }],
      times,
    })
    for (const event of EVENTS) {
      const written = writeEvent(writer, event)
      writer = written.writer
      text += written.text
    }
    return { text: text + endRecord(writer), match: writer.live }
  }

  test('all of it used is on time, one token more loses as late does; the record proves it', () => {
    const { text, match } = write(true)
    expect(match).toMatchObject({ phase: 'over', result: { winner: 1, void: false } })
    const [last] = match.ended
    expect(last && describeEnd(last, match.spec, ['ann', 'bob'])).toBe(
      'bob won: ann ran out of tokens on turn 5 (1 s a move and 100 tokens a round), 1 ms of wall time: it used 111 tokens',
    )
    expect(must(readRecord(text, findGame)).match.ended).toEqual(match.ended)
    // A line that claims to have used less does not lead to this end.
    const cheaper = text.replace('"tokensIn":30', '"tokensIn":3')
    expect(readRecord(cheaper, findGame)).toMatchObject({ ok: false })
  })

  test('a record without times says so in words of its own, because it has no ledger', () => {
    const { text } = write(false)
    const read = must(readRecord(text, findGame))
    expect(text).not.toContain('tokensIn')
    expect(read.match).toMatchObject({
      result: { winner: 1 },
      ended: [{ end: { faults: [{ kind: 'timeout' }, undefined] } }],
    })
  })
})
