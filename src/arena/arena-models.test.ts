import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playLegal, serveModels, type Heard } from '../../test/models/model-server.fixture.ts'
import { fail, must } from '../base/result.ts'
import { openArenaModels, readArenaModel, type ArenaModelsOptions } from './arena-models.ts'
import { housePlayer, testArenas } from './test-arena.fixture.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { untilOver } from './until-over.ts'

const newFolder = tempFolders()
const openTest = testArenas()
const KEY = { OPENAI_API_KEY: 'sk-test' }

const open = (options: Partial<ArenaModelsOptions> = {}, folder = join(newFolder(), 'calls')) =>
  must(openArenaModels(folder, { environment: KEY, ...options }))

const problem = (message: string) => ({ problem: { code: 'bad-model', message } })

test('an arena has the prompts of the project, and no files with others', () => {
  expect(readArenaModel('llm:acme/brain,prompt=terse')).toMatchObject({
    ok: true,
    value: { prompt: 'terse' },
  })
  expect(readArenaModel('llm:acme/brain')).toMatchObject({ ok: true, value: { prompt: 'full' } })
  expect(readArenaModel('llm:acme/brain,prompt=/etc/passwd')).toMatchObject(
    problem(
      'Cannot read model "llm:acme/brain,prompt=/etc/passwd": an arena has the prompts full, terse, with-legal-moves, null',
    ),
  )
  expect(readArenaModel('llm:').ok).toBe(false)
})

test('a model can be called with a key, and needs a price where dollars count', () => {
  const free = 'llm:acme/brain'
  const priced = 'llm:acme/brain,price=1/2'
  expect(open().check(free)).toEqual({ ok: true, value: undefined })
  expect(open().check(free, 'tokens').ok).toBe(true)
  expect(open().check('llm:').ok).toBe(false)
  expect(open({ environment: {} }).check(free)).toMatchObject(
    problem(
      'Cannot call "acme/brain": set OPENAI_API_KEY, or OPENAI_BASE_URL for a server that needs no key',
    ),
  )
  const why = (what: string) =>
    problem(`Cannot call "${free}": ${what} is in dollars, so add the price, like ,price=1.25/10`)
  expect(open().check(free, 'usd')).toMatchObject(why('the clock'))
  const budget = { unit: 'usd', amount: 5 } as const
  expect(open({ budget }).check(free)).toMatchObject(why('the budget of the arena'))
  expect(open({ budget }).check(free, 'usd')).toMatchObject(why('the clock'))
  expect(open({ budget }).check(priced, 'usd').ok).toBe(true)
  expect(open({ budget: { unit: 'tokens', amount: 5 } }).check(free).ok).toBe(true)
})

test('what earlier calls used counts towards the budget, and the calls of a match can be read', async () => {
  const folder = newFolder()
  const calls = '{"answer":{"usd":1.5,"tokensIn":10,"tokensOut":5}}\n'
  writeFileSync(join(folder, '7.jsonl'), calls)
  const budget = { unit: 'tokens', amount: 100 } as const
  const models = open({ budget }, folder)
  expect(models.used()).toEqual({ usd: 1.5, tokens: 15 })
  expect([models.budget, models.why()]).toEqual([budget, undefined])
  expect(await models.callsOf(7)).toBe(calls)
  expect(await models.callsOf(8)).toBeUndefined()
  expect([...models.waiting()]).toEqual([])
})

const USAGE = { prompt_tokens: 90, completion_tokens: 10 }
const MODEL = 'llm:acme/brain,prompt=with-legal-moves'

/** An arena in which language models play. */
function openHall(options: Partial<ArenaModelsOptions>, folder = newFolder()) {
  mkdirSync(folder, { recursive: true })
  const calls = join(folder, 'calls')
  const models = open(options, calls)
  const hall = openTest(
    {
      seating: {
        locateBot: () => fail('unknown-bot', 'there are no bots'),
        seatRemote() {
          throw new Error('no team plays here')
        },
        models,
      },
    },
    folder,
  )
  return {
    ...hall,
    models,
    folder,
    begin: (model = MODEL, bestOf = 1) =>
      must(
        hall.arena.create({
          challenge: 'tic-tac-toe',
          origin: 'organiser',
          players: [{ kind: 'model', name: 'brain', model }, housePlayer('first')],
          seed: 1,
          rules: { bestOf },
        }),
      ).id,
    over: (id: number) => untilOver(hall.arena, id, new AbortController().signal),
  }
}

test('a model plays a match, and its calls are kept for the organiser', async () => {
  await using server = await serveModels((heard) => ({ ...playLegal(heard), usage: USAGE }))
  await using hall = openHall({ environment: { ...KEY, OPENAI_BASE_URL: server.url } })
  const id = hall.begin()
  expect(await hall.over(id)).toMatchObject({ void: false })
  const kept = (await hall.models.callsOf(id))?.trim().split('\n') ?? []
  expect(kept).toHaveLength(server.heard.length)
  // Its prompt lists the legal moves, as its name asks, so it always found one.
  for (const call of kept) expect(JSON.parse(call)).toMatchObject({ move: expect.any(String) })
  expect(server.heard[0]?.system).toContain('symbols never move')
  expect(hall.models.used()).toEqual({ usd: 0, tokens: 100 * kept.length })
  expect([...hall.models.waiting()]).toEqual([])
})

test('a match whose model cannot be called waits, and says why until it is over', async () => {
  await using server = await serveModels(() => ({ status: 401, message: 'no such key' }))
  await using hall = openHall({ environment: { ...KEY, OPENAI_BASE_URL: server.url } })
  const id = hall.begin()
  await expect.poll(() => hall.models.waiting().get(id)).toMatch(/401|no such key/)
  expect(hall.store.match(id)?.status).toBe('playing')
  hall.arena.callOff(id, 'the organiser gave it up')
  await hall.over(id)
  expect([...hall.models.waiting()]).toEqual([])
})

test('a model whose key is gone after a restart lets its match wait', async () => {
  await using hall = openHall({ environment: {} })
  const id = hall.begin()
  await expect
    .poll(() => hall.models.waiting().get(id))
    .toMatch(/^Cannot call "acme\/brain": set OPENAI_API_KEY/)
  expect(hall.store.match(id)?.status).toBe('playing')
})

test('a budget that is used up makes the next call wait, and is told', async () => {
  // The first call is never answered, so it does not count.
  await using server = await serveModels((heard, index) =>
    index === 0 ? { stalls: true } : { ...playLegal(heard), usage: USAGE },
  )
  const budget = { unit: 'tokens', amount: 100 } as const
  const hall = openHall({ budget, environment: { ...KEY, OPENAI_BASE_URL: server.url } })
  const { models, arena } = hall
  const called = hall.begin()
  await expect.poll(() => server.heard).toHaveLength(1)
  const id = hall.begin()
  await expect.poll(() => models.why()).toMatch(/^The budget of 100 tokens is used up/)
  await expect.poll(() => [...models.waiting()]).toEqual([[id, models.why()]])
  expect(server.heard).toHaveLength(2)
  for (const one of [id, called]) {
    arena.callOff(one, 'the organiser gave it up')
    await hall.over(one)
  }
  await expect.poll(() => [...models.waiting()]).toEqual([])
  await hall[Symbol.asyncDispose]()
  expect([...models.waiting()]).toEqual([])
})

test('after a restart a model is asked with the turns of the present round', async () => {
  let round = 0
  let isStalled = true
  const turnIn = ({ messages }: Heard): number => Number(/it is turn (\d+)/.exec(messages[0] ?? '')?.[1])
  await using server = await serveModels((heard) => {
    if (turnIn(heard) <= 2) round++
    return isStalled && round === 2 && turnIn(heard) > 2 ? { stalls: true } : playLegal(heard)
  })
  const folder = newFolder()
  const environment = { ...KEY, OPENAI_BASE_URL: server.url }
  let id: number
  {
    await using hall = openHall({ environment }, folder)
    id = hall.begin(MODEL, 3)
    await expect.poll(() => round === 2 && turnIn(server.heard.at(-1) as Heard) > 2).toBe(true)
  }
  const asked = server.heard.length
  isStalled = false
  await using hall = openHall({ environment }, folder)
  await hall.over(id)
  const [before, after] = server.heard
    .slice(asked - 1)
    .map(({ messages }) => messages[0]?.split('You have')[0])
  expect(after).toMatch(/^The moves so far:\n1\. [^]*Now it is turn/)
  expect(after).toBe(before)
})

test('a match of a model that cannot be read any more is called off', async () => {
  await using hall = openHall({})
  const id = hall.begin('llm:acme/brain,prompt=gone.txt')
  expect(await hall.over(id)).toMatchObject({
    void: true,
    end: expect.stringContaining('an arena has the prompts'),
  })
})
