import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { must } from '../../src/base/result.ts'
import { findGame } from '../../src/games/index.ts'
import { readRecord } from '../../src/match/read-record.ts'
import {
  playLegal,
  serveModels,
  type Heard,
  type ModelServer,
  type Reply,
} from '../models/model-server.fixture.ts'
import {
  listIn,
  numberIn,
  openOrganised,
  said,
  textIn,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'

const KEY = 'sk-the-key-of-the-arena-under-test'
const USAGE = { prompt_tokens: 900, completion_tokens: 100, cost: 0.01 }
const MODEL = 'llm:acme/brain-1,prompt=with-legal-moves'
const SLOW = { timeout: 60_000, interval: 20 }

const usually = (heard: Heard): Reply => ({ ...playLegal(heard), usage: USAGE })
let reply: (heard: Heard) => Reply | Promise<Reply> = usually
let server: ModelServer
let organised: Awaited<ReturnType<typeof openOrganised>>
let arena: TestArena
let organiser: TestPlayer
let team: TestPlayer

beforeAll(async () => {
  server = await serveModels((heard) => reply(heard))
  const models = { environment: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url } }
  organised = await openOrganised({ models })
  ;({ arena, organiser } = organised)
  team = await arena.register('Ann')
})
afterEach(() => {
  reply = usually
})
afterAll(async () => {
  await organised[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function start(by: TestPlayer, players: readonly string[]): Promise<number> {
  const { status, body, text } = await by.request('/api/v1/matches', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', players, seed: 1 },
  })
  expect(status, text).toBe(201)
  return numberIn(body, 'id')
}

const statusOf = async (match: number): Promise<unknown> =>
  (await arena.request(`/api/v1/matches/${match}`)).body['status']

const untilOver = (match: number): Promise<void> =>
  vi.waitFor(async () => expect(await statusOf(match)).toBe('over'), SLOW)

/** Why a match waits, as the organiser reads it. */
const waiting = async (by: TestPlayer, match: number): Promise<unknown> =>
  listIn((await by.request('/api/v1/models')).body, 'waiting').find((one) => one['match'] === match)?.['why']

test('the organiser seats a model: its use is in the record, its words are for the organiser, its key is nowhere', async () => {
  const match = await start(organiser, [MODEL, 'house:first'])
  await untilOver(match)
  const { text: record } = await arena.request(`/api/v1/matches/${match}/record`)
  const read = must(readRecord(record, findGame))
  expect(read.header.players[0]).toEqual({ name: 'brain-1-with-legal-moves', bot: MODEL })
  expect(read.header.spec.rules.clock).toEqual({ kind: 'per-move', ms: 600_000 })
  expect(record).toContain('"model":{"calls":1,"tokensIn":900,"tokensOut":100,"usd":0.01')
  expect(server.heard.every(({ key }) => key === `Bearer ${KEY}`)).toBe(true)

  const calls = await organiser.request(`/api/v1/matches/${match}/calls`)
  expect(calls.status).toBe(200)
  expect(calls.text.trimEnd().split('\n')).toHaveLength(server.heard.length)
  expect(calls.text).toContain('Legal moves: ')
  expect(said(await team.request(`/api/v1/matches/${match}/calls`))).toEqual([403, 'forbidden'])
  expect(said(await team.request('/api/v1/models'))).toEqual([403, 'forbidden'])
  expect((await organiser.request('/api/v1/models')).body).toMatchObject({
    tokens: 1000 * server.heard.length,
    budget: null,
    halted: null,
    waiting: [],
  })

  for (const name of readdirSync(arena.folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(arena.folder, name)
    if (statSync(path).isFile()) expect(readFileSync(path, 'latin1'), name).not.toContain(KEY)
    if (name.startsWith('calls')) expect(statSync(path).mode & 0o077, name).toBe(0)
  }
})

test('a team cannot call a model, and is told so in one sentence', async () => {
  const sentence = `Cannot play against "${MODEL}": only the organiser calls language models to a match`
  const match = await team.request('/api/v1/matches', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', players: [MODEL, 'house:first'] },
  })
  const game = await team.request('/api/v1/games', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', opponent: MODEL },
  })
  for (const refused of [match, game]) {
    expect(said(refused)).toEqual([403, 'forbidden'])
    expect(refused.body['message']).toBe(sentence)
  }
})

test.each([
  ['llm:anthropic:claude', 'set ANTHROPIC_API_KEY'],
  ['llm:brain,prompt=own.md', 'an arena has the prompts full, terse, with-legal-moves, null'],
  ['llm:brain,speed=9', 'it has no option "speed"'],
])('%s cannot be called: %s', async (model, why) => {
  const tournament = { name: 'Cup', challenge: 'tic-tac-toe', format: 'round-robin' }
  for (const [path, json] of [
    ['matches', { challenge: 'tic-tac-toe', players: [model, 'house:first'] }],
    ['tournaments', { ...tournament, entrants: ['house:first', model] }],
  ] as const) {
    const refused = await organiser.request(`/api/v1/${path}`, { method: 'POST', json })
    expect(said(refused)).toEqual([400, 'bad-model'])
    expect(refused.body['message']).toContain(why)
  }
})

test('a model plays a contest, and its matches have the long clock of models', async () => {
  const { status, body } = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: {
      name: 'Models against the house',
      challenge: 'tic-tac-toe',
      format: 'round-robin',
      entrants: [MODEL, 'house:first', 'house:random'],
      seed: 3,
    },
  })
  expect(status).toBe(201)
  const path = `/api/v1/tournaments/${numberIn(body, 'id')}`
  expect((await organiser.request(`${path}/start`, { method: 'POST', json: {} })).status).toBe(200)
  await vi.waitFor(async () => expect((await arena.request(path)).body['status']).toBe('over'), SLOW)
  const { body: whole } = await arena.request(path)
  expect(whole['clock']).toBe('600 s a move')
  for (const { match } of listIn(whole, 'matches'))
    expect((await arena.request(`/api/v1/matches/${String(match)}`)).body['void']).toBe(false)
})

test('while the endpoint fails the match waits, over a restart, too, and goes on where it was', async () => {
  let isDown = false
  reply = (heard) => {
    if (isDown) return { status: 503, message: 'no capacity' }
    isDown = true
    return usually(heard)
  }
  const match = await start(organiser, [MODEL, 'house:first'])
  await vi.waitFor(
    async () => expect(await waiting(organiser, match)).toBe('it answers 503: no capacity'),
    SLOW,
  )
  await arena.restart()
  await vi.waitFor(
    async () => expect(await waiting(organiser, match)).toBe('it answers 503: no capacity'),
    SLOW,
  )
  expect(await statusOf(match)).toBe('playing')
  const before = server.heard.length
  reply = usually
  await untilOver(match)
  const { text: record } = await arena.request(`/api/v1/matches/${match}/record`)
  const read = must(readRecord(record, findGame))
  expect(read.match.ended.map(({ end }) => end.kind)).toEqual(['played'])
  expect(record).toContain('"event":"paused"')
  // The moves before the restart are part of the first prompt after it.
  expect(server.heard[before]?.messages[0]).toContain('The moves so far:\n1. ')
  expect(await waiting(organiser, match)).toBeUndefined()
})

test('the budget of an arena: no call follows, matches wait, and the organiser reads why', async () => {
  const models = {
    environment: { OPENAI_BASE_URL: server.url },
    budget: { amount: 0.02, unit: 'usd' },
  } as const
  await using limited = await openOrganised({ models })
  const unpriced = await limited.organiser.request('/api/v1/matches', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', players: [MODEL, 'house:first'] },
  })
  expect(unpriced.body['message']).toContain('the budget of the arena is in dollars, so add the price')
  const byClock = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: {
      name: 'Cup',
      challenge: 'tic-tac-toe',
      format: 'round-robin',
      entrants: [MODEL, 'house:first'],
      clock: '5m,0.05usd',
    },
  })
  expect(byClock.body['message']).toContain('the clock is in dollars, so add the price')
  const before = server.heard.length
  const match = await start(limited.organiser, [`${MODEL},price=1/2`, 'house:first'])
  const why = 'The budget of 0.02 usd is used up: $0.02 and 2,000 tokens'
  await vi.waitFor(async () => expect(await waiting(limited.organiser, match)).toBe(why), SLOW)
  expect(server.heard.length - before).toBe(2)

  // What was used counts after a restart, too.
  await limited.arena.restart()
  await vi.waitFor(async () => expect(await waiting(limited.organiser, match)).toBe(why), SLOW)
  expect((await limited.organiser.request('/api/v1/models')).body).toMatchObject({
    usd: 0.02,
    budget: { amount: 0.02, unit: 'usd' },
    halted: why,
  })
  expect(server.heard.length - before).toBe(2)

  const off = await limited.organiser.request(`/api/v1/matches/${match}`, { method: 'DELETE' })
  expect(off.body).toMatchObject({ status: 'over', void: true })
  expect(textIn(off.body, 'end')).toBe('not counted: the organiser called it off')
  expect(said(await limited.organiser.request(`/api/v1/matches/${match}`, { method: 'DELETE' }))).toEqual([
    409,
    'not-open',
  ])
})
