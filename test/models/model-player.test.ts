import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { findBrain } from '../../src/brains/index.ts'
import { readRules } from '../../src/briefing/rules-pages.ts'
import { boostTron } from '../../src/challenges/boost-tron.ts'
import type { Challenge } from '../../src/challenges/challenge.ts'
import { CHALLENGES } from '../../src/challenges/index.ts'
import { ticTacToe } from '../../src/challenges/tic-tac-toe.ts'
import { findGame } from '../../src/games/index.ts'
import { describeEnd } from '../../src/match/describe.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules } from '../../src/match/match.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { beginRecord, endRecord, writeEvent } from '../../src/match/record.ts'
import { callFileOf, keepCall, usedIn } from '../../src/models/call-file.ts'
import { openEndpoint } from '../../src/models/endpoint.ts'
import { openModelCalls, type ModelCallsOptions } from '../../src/models/model-calls.ts'
import { MODEL_CLOCK } from '../../src/match/rules.ts'
import { modelContestant, type KeptCall } from '../../src/models/model-contestant.ts'
import { readModel } from '../../src/models/read-model.ts'
import { connectBrain } from '../../src/protocols/in-process/connect-brain.ts'
import type { Contestant } from '../../src/protocols/protocol.ts'
import { playMatch } from '../../src/runner/play-match.ts'
import { playLegal, serveModels, type Heard, type Reply } from './model-server.fixture.ts'

const KEY = 'sk-the-secret-key-of-this-test'
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-models-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Played {
  readonly match: Match
  readonly record: string
  readonly events: readonly MatchEvent[]
  readonly kept: readonly KeptCall[]
  readonly heard: readonly Heard[]
  readonly waited: readonly number[]
  readonly why: string | undefined
  /** How the last round ended, in words. */
  readonly end: string
}

interface Setting {
  readonly challenge?: Challenge
  readonly bot?: string
  readonly rules?: Partial<MatchRules>
  readonly settings?: Readonly<Record<string, unknown>>
  readonly calls?: Partial<ModelCallsOptions>
}

/** Plays a match of a model on a stand-in server, in seat 0, against the house brain that takes the first legal move. */
async function play(
  reply: (heard: Heard, index: number) => Reply | Promise<Reply>,
  { challenge = ticTacToe, bot = 'llm:stand-in,prompt=with-legal-moves', ...setting }: Setting = {},
): Promise<Played> {
  await using server = await serveModels(reply)
  const { game } = challenge
  const spec = must(readModel(bot))
  const environment = {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: server.url,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: server.url,
    GEMINI_API_KEY: KEY,
    GOOGLE_GENERATIVE_AI_BASE_URL: server.url,
  }
  const waited: number[] = []
  const stop = new AbortController()
  let now = 0
  const calls = openModelCalls({
    most: 4,
    // No test waits: a pause is over at once, and only this clock moves.
    time: {
      now: () => now,
      async pause(ms) {
        waited.push(ms)
        now += ms
      },
    },
    ...setting.calls,
  })
  calls.halted.addEventListener('abort', () => stop.abort())
  const kept: KeptCall[] = []
  const model = modelContestant({
    name: 'model',
    bot,
    spec,
    plan: { variant: spec.prompt },
    game,
    page: readRules(game.id) ?? '',
    endpoint: must(openEndpoint(spec, environment)),
    calls,
    keep: (call) => kept.push(call),
  })
  const matchSpec = must(
    makeSpec(
      game,
      { ...game.presets[challenge.preset], ...setting.settings },
      { ...challenge.rules, bestOf: 1, clock: MODEL_CLOCK, startUpMs: 60_000, ...setting.rules },
      1,
    ),
  )
  const house = houseFirst(game.id)
  const header = {
    challenge: challenge.id,
    spec: matchSpec,
    players: [
      { name: 'model', bot },
      { name: 'first', bot: 'house:first' },
    ],
    times: true,
  } as const
  let { writer, text: record } = beginRecord(header)
  const events: MatchEvent[] = []
  const match = await playMatch({
    challenge: challenge.id,
    spec: matchSpec,
    contestants: [model, house],
    signal: stop.signal,
    onEvent(event, after) {
      events.push(event)
      const written = writeEvent(writer, event, after)
      writer = written.writer
      record += written.text
    },
  })
  if (match.result) record += endRecord(writer)
  const last = match.ended.at(-1)
  return {
    match,
    record,
    events,
    kept,
    heard: server.heard,
    waited,
    why: calls.why(),
    end: last ? describeEnd(last, matchSpec, ['model', 'first']) : '',
  }
}

function houseFirst(game: string): Contestant {
  const brain = findBrain('first', game)
  if (brain === undefined) throw new Error('every game has this brain')
  return { name: 'first', connect: (opening) => connectBrain(brain, opening) }
}

/** Of the calls of one move, as the record has it. */
const useOf = ({ events }: Played) =>
  events.flatMap((event) => ('spent' in event && event.spent?.model ? [event.spent.model] : []))

/** These boards are as small as the game allows, to keep the number of calls small. */
const SMALL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  quoridor: { size: 3, walls: 1 },
  'longest-group': { width: 4, height: 3 },
  'boost-tron': { width: 12, height: 9, starts: '2,4,e 9,4,w' },
}

describe('a model plays every challenge to its end', () => {
  test.each(CHALLENGES)('$id', async (challenge) => {
    const settings = SMALL[challenge.id]
    const played = await play(playLegal, {
      challenge,
      rules: { turnLimit: 30 },
      ...(settings && { settings }),
    })
    expect(played.match.result).toMatchObject({ void: false })
    expect(played.match.ended.at(-1)?.end.kind).toMatch(/played|stopped/)
    expect(played.heard[0]).toMatchObject({ provider: 'openai', isStream: true, model: 'stand-in' })

    // The record holds what each call used, and follows from its events.
    const read = must(readRecord(played.record, findGame))
    expect(read.match.result).toEqual(played.match.result)
    const use = useOf(played)
    expect(use.length).toBeGreaterThan(0)
    for (const one of use) expect(one).toMatchObject({ calls: 1, reasoning: 7 })
    expect(use[0]?.tokensIn).toBeGreaterThan(100)
  })
})

describe('every provider, streamed and whole', () => {
  const BOTS = ['llm:stand-in', 'llm:openai:stand-in', 'llm:anthropic:stand-in', 'llm:google:stand-in']
  const cases = BOTS.flatMap((bot) => ['yes', 'no'].map((stream) => ({ bot, stream })))
  test.each(cases)('$bot, stream $stream', async ({ bot, stream }) => {
    const played = await play(playLegal, {
      bot: `${bot},prompt=with-legal-moves,stream=${stream},price=2/10,max-tokens=900,temperature=0`,
    })
    expect(played.match.result).toMatchObject({ void: false })
    expect(
      played.heard.every(({ isStream, key }) => isStream === (stream === 'yes') && key?.includes(KEY)),
    ).toBe(true)
    const [use] = useOf(played)
    expect(use).toMatchObject({ calls: 1 })
    expect(use?.usd).toBeCloseTo((use!.tokensIn * 2 + use!.tokensOut * 10) / 1e6, 9)
    expect(use?.firstMs === undefined).toBe(stream === 'no')
  })
})

describe('an answer that does not count', () => {
  const cases: readonly (readonly [string, Reply, string])[] = [
    ['truncated', { text: '{"move": "C"}', finish: 'length' }, 'cut off'],
    ['empty', { text: '' }, 'empty'],
    ['unparsable', { text: 'I play C, the centre.' }, 'no JSON object'],
    ['unparsable', { text: 'I must refuse to play games. {"refusal": true}' }, 'has no text'],
    ['illegal', { text: '{"move": "e2"}' }, 'Cannot read'],
  ]

  test.each(cases)('%s: the model is told why, and may answer again', async (failure, bad, why) => {
    const played = await play((heard, index) => (index === 0 ? bad : playLegal(heard)))
    expect(played.match.result).toMatchObject({ void: false })
    expect(played.match.ended.at(-1)?.end.kind).toBe('played')
    expect(useOf(played)[0]).toMatchObject({ calls: 2, failures: [failure] })
    expect(played.heard[1]?.messages).toHaveLength(3)
    expect(played.heard[1]?.messages[2]).toContain(why)
    expect(played.kept[0]).toMatchObject({ attempt: 1, failure })
    expect(played.kept[1]).toMatchObject({ attempt: 2, turn: 0 })
  })

  test.each(cases)('%s: after the last attempt the round is lost, never void', async (failure, bad) => {
    const played = await play(() => bad)
    expect(played.match.result).toMatchObject({ void: false, winner: 1 })
    expect(played.heard).toHaveLength(2)
    expect(useOf(played)[0]).toMatchObject({ calls: 2, failures: [failure, failure] })
    must(readRecord(played.record, findGame))
  })

  test('also where an illegal move is refused without end: no more calls are paid for', async () => {
    const played = await play(() => ({ text: '{"move": "fly"}' }), { challenge: boostTron })
    expect(played.match.result).toMatchObject({ void: false, winner: 1 })
    expect(played.heard).toHaveLength(2)
    expect(played.end).toContain('no legal move in 2 attempts')
  })
})

describe('trouble on the way', () => {
  const troubles: readonly (readonly [string, Reply])[] = [
    ['429', { status: 429, headers: { 'retry-after': '7' } }],
    ['503', { status: 503 }],
    ['a connection that ends', { hangUp: 'at once' }],
    ['an answer that ends in the middle', { hangUp: 'in the middle' }],
  ]

  test.each(troubles)('%s is tried again, and the clock stands meanwhile', async (name, trouble) => {
    const played = await play((heard, index) => (index < 3 ? trouble : playLegal(heard)))
    expect(played.match.ended.at(-1)?.end.kind).toBe('played')
    expect(useOf(played)[0]).toMatchObject({ calls: 1, retries: 3 })
    expect(played.waited).toEqual(name === '429' ? [7000, 7000, 7000] : [1000, 2000, 4000])
    const kinds = played.events.map(({ kind }) => kind)
    expect(kinds.slice(kinds.indexOf('paused')).slice(0, 7)).toEqual([
      'paused',
      'asked',
      'paused',
      'asked',
      'paused',
      'asked',
      'answered',
    ])
    expect(played.kept[0]?.troubles).toHaveLength(3)
    must(readRecord(played.record, findGame))
  })

  test('an outage stops the match without a result', async () => {
    const played = await play((heard, index) => (index < 2 ? playLegal(heard) : { status: 500 }), {
      calls: { patienceMs: 60_000 },
    })
    expect(played.match.result).toBeUndefined()
    expect(played.why).toMatch(/^The endpoint has failed for 1 minutes: it answers 500/)
  })

  test('a wrong key stops it at once, and the message has no key', async () => {
    const played = await play(() => ({ status: 401, message: `Incorrect API key provided: ${KEY}` }))
    expect(played.match.result).toBeUndefined()
    expect(played.heard).toHaveLength(1)
    expect(played.why).toBe(
      'The endpoint refuses the calls: it answers 401: Incorrect API key provided: [key]',
    )
  })

  test('the clock runs while the model thinks: a server that never answers loses on time', async () => {
    const played = await play(() => ({ stalls: true }), { rules: { clock: { kind: 'per-move', ms: 50 } } })
    expect(played.match.result).toMatchObject({ void: false, winner: 1 })
    expect(played.match.ended[0]?.end).toMatchObject({ faults: [{ kind: 'timeout' }, undefined] })
  })
})

describe('what calls use', () => {
  test.each([
    ['no count', null],
    ['a prompt without tokens', { prompt_tokens: 0, completion_tokens: 3 }],
    ['less than nothing', { prompt_tokens: -40, completion_tokens: -1 }],
  ])('is estimated if the endpoint states %s', async (_, usage) => {
    const played = await play((heard) => ({ ...playLegal(heard), usage }))
    const [use] = useOf(played)
    expect(use).toMatchObject({ estimated: true })
    expect(use?.tokensIn).toBeGreaterThan(100)
    expect(use?.tokensOut).toBeGreaterThan(5)
  })

  test('is what the endpoint says it cost, where it does', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, cost: 0.25 }
    const played = await play((heard) => ({ ...playLegal(heard), usage }), {
      bot: 'llm:stand-in,prompt=with-legal-moves,price=1/1',
    })
    expect(useOf(played)[0]).toMatchObject({ tokensIn: 10, tokensOut: 5, usd: 0.25 })
  })

  test('ends at the budget: the match has no result, and no call follows', async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 50 }
    const played = await play((heard) => ({ ...playLegal(heard), usage }), {
      calls: { budget: { amount: 300, unit: 'tokens' } },
    })
    expect(played.match.result).toBeUndefined()
    expect(played.heard).toHaveLength(2)
    expect(played.why).toBe('The budget of 300 tokens is used up: 300 tokens')
  })

  test('must be known in dollars if the budget is in dollars', async () => {
    const played = await play(playLegal, { calls: { budget: { amount: 1, unit: 'usd' } } })
    expect(played.match.result).toBeUndefined()
    expect(played.why).toContain('add the price to the model')
  })
})

describe('a clock in tokens or dollars', () => {
  const usage = { prompt_tokens: 100, completion_tokens: 50, cost: 0.25 }
  const clock = (amount: number, unit: 'tokens' | 'usd') =>
    ({ rules: { clock: { ...MODEL_CLOCK, allowance: { amount, unit } } } }) as const

  test.each([
    ['tokens', 300, 'of 300 tokens for this round, prompts and answers, you have 150 tokens left'],
    ['usd', 0.5, 'of $0.5 for this round, prompts and answers, you have $0.25 left'],
  ] as const)(
    '%s: the model is told what is left, and loses by the move that uses more',
    async (unit, amount, told) => {
      const played = await play((heard) => ({ ...playLegal(heard), usage }), clock(amount, unit))
      expect(played.heard).toHaveLength(3)
      expect(played.heard[1]?.messages[0]?.toLowerCase()).toContain(told.toLowerCase())
      expect(played.match.result).toMatchObject({ void: false, winner: 1 })
      expect(played.match.ended[0]?.end).toMatchObject({
        faults: [{ kind: 'timeout', out: unit }, undefined],
      })
      expect(played.end).toContain(`model ran out of ${unit === 'usd' ? 'money' : 'tokens'} on turn 5`)
      must(readRecord(played.record, findGame))
    },
  )

  test('an answer that does not count has no second attempt if it used the rest', async () => {
    const played = await play(() => ({ text: 'I resign', usage }), clock(100, 'tokens'))
    expect(played.heard).toHaveLength(1)
    expect(played.end).toContain('model ran out of tokens on turn 1')
    expect(useOf(played)[0]).toMatchObject({ calls: 1, failures: ['unparsable'] })
    must(readRecord(played.record, findGame))
  })
})

test('the key is in no record, kept call or file', async () => {
  const played = await play((heard, index) =>
    index === 1 ? { text: `You are ${KEY}! {"move": "zz", "say": "${KEY}"}` } : playLegal(heard),
  )
  const file = callFileOf(join(folder, 'match.jsonl'))
  for (const call of played.kept) keepCall(file, call, new Date(0))
  const written = readFileSync(file, 'utf8')
  expect(file).toMatch(/match\.calls\.jsonl$/)
  expect(written).toContain('Legal moves')
  for (const text of [played.record, written, JSON.stringify(played.match.result)])
    expect(text).not.toContain(KEY)
  const used = must(usedIn(folder))
  expect(used.tokens).toBe(useOf(played).reduce((sum, use) => sum + use.tokensIn + use.tokensOut, 0))
})

test('no more calls run at once than allowed', async () => {
  let open = 0
  let most = 0
  await using server = await serveModels(async (heard) => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => void setImmediate(resolve))
    open--
    return playLegal(heard)
  })
  const spec = must(readModel('llm:stand-in'))
  const endpoint = must(openEndpoint(spec, { OPENAI_BASE_URL: server.url }))
  const calls = openModelCalls({ most: 2 })
  let waits = 0
  const watch = { waits: () => void waits++, runs() {}, failed() {} }
  const signal = new AbortController().signal
  const request = { system: 'Play', messages: ['Legal moves: a b'] }
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => calls.call(endpoint, request, watch, signal)),
  )
  expect(answers.map((answer) => answer?.finish)).toEqual(Array.from({ length: 7 }, () => 'stop'))
  expect(most).toBeLessThanOrEqual(2)
  expect(waits).toBe(5)
})
