import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LadderBody, LadderRowBody } from '../../src/api/ladder.ts'
import { addRated, addReadyBot, playerOf } from '../../src/arena/ladder.fixture.ts'
import type { JsonObject } from '../../src/base/json.ts'
import { rungsOf } from '../../src/brains/rungs.ts'
import { longestGroup } from '../../src/challenges/longest-group.ts'
import {
  listIn,
  numberIn,
  openTestArena,
  said,
  until,
  type Answer,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'
import { talkingBot } from './bot.fixture.ts'
import { judged, newBot, upload } from './upload.fixture.ts'

const LADDER = '/api/v1/challenges/longest-group/ladder'

const ladderOf = async (arena: TestArena): Promise<LadderBody> =>
  (await arena.request(LADDER)).body as unknown as LadderBody

const rowOf = async (arena: TestArena, bot: number): Promise<LadderRowBody | undefined> =>
  (await ladderOf(arena)).rows.find((row) => row.bot?.id === bot)

const ask = (team: TestPlayer, bot: number): Promise<Answer> =>
  team.request(`${LADDER}/matches`, { method: 'POST', json: { bot } })

async function readyBot(team: TestPlayer, name: string): Promise<number> {
  const bot = await newBot(team, name)
  await upload(team, bot, talkingBot(name))
  expect((await judged(team, bot, 1))['status']).toBe('passed')
  return bot
}

/** Asks for a rated match and waits until it is over. */
async function playRated(arena: TestArena, team: TestPlayer, bot: number): Promise<JsonObject> {
  const { status, body } = await ask(team, bot)
  expect(status).toBe(201)
  const id = numberIn(body, 'id')
  return until(async () => {
    const match = (await arena.request(`/api/v1/matches/${id}`)).body
    return match['status'] === 'over' ? match : undefined
  })
}

describe('the ladder', () => {
  let arena: TestArena
  let [ann, bob]: TestPlayer[] = []
  let bots: number[] = []
  beforeAll(async () => {
    arena = await openTestArena()
    ann = await arena.register('Ann')
    bob = await arena.register('Bob')
    bots = [await readyBot(ann, 'crusher'), await readyBot(bob, 'rival'), await readyBot(ann, 'twin')]
  })
  afterAll(() => arena[Symbol.asyncDispose]())

  const team = (player: TestPlayer | undefined): TestPlayer => {
    if (!player) throw new Error('no team')
    return player
  }
  const bot = (index: number): number => bots[index] ?? 0

  test('before the first match it is the house at its measured strength', async () => {
    const { rows, games, title } = await ladderOf(arena)
    const rungs = rungsOf(longestGroup).toReversed()
    expect(title).toBe(longestGroup.title)
    expect(games).toBe(0)
    expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1))
    expect(rows).toMatchObject(
      rungs.map(({ brain, rating, plusMinus }) => ({
        house: brain,
        team: null,
        bot: null,
        rating,
        plusMinus,
      })),
    )
  })

  test('a rated match is played against another team or the house, and moves the rating', async () => {
    expect(await rowOf(arena, bot(0))).toBeUndefined()
    const match = await playRated(arena, team(ann), bot(0))
    expect(match).toMatchObject({ origin: 'ladder', challenge: 'longest-group', void: false })
    const names = listIn(match, 'players').map((player) => player['bot'])
    expect(names.filter((name) => name === `bot:${bot(0)} version 1`)).toHaveLength(1)
    const after = await until(async () => {
      const row = await rowOf(arena, bot(0))
      return row && row.games > 0 ? row : undefined
    })
    expect(after.plusMinus).toBeGreaterThan(0)
    const whole = await ladderOf(arena)
    expect(whole.games).toBe(1)
    // The house stays where it was measured.
    for (const { brain, rating } of rungsOf(longestGroup))
      expect(whole.rows.find(({ house }) => house === brain)?.rating).toBe(rating)
  })

  test('trials do not count', async () => {
    const players = [`bot:${bot(0)}`, 'house:random']
    const json = { challenge: 'longest-group', players }
    const started = await team(ann).request('/api/v1/matches', { method: 'POST', json })
    expect(started.status).toBe(201)
    const id = numberIn(started.body, 'id')
    await until(async () =>
      (await arena.request(`/api/v1/matches/${id}`)).body['status'] === 'over' ? true : undefined,
    )
    expect((await ladderOf(arena)).games).toBe(1)
  })

  test('only its owner starts a bot, only in its own challenge, and only if it is ready', async () => {
    expect(said(await ask(team(bob), bot(0)))).toEqual([403, 'not-your-bot'])
    expect(said(await ask(team(bob), 999))).toEqual([400, 'unknown-bot'])
    const fresh = await newBot(team(bob), 'empty')
    expect(said(await ask(team(bob), fresh))).toEqual([409, 'bot-not-ready'])
    const path = '/api/v1/challenges/quoridor/ladder/matches'
    const other = await team(ann).request(path, { method: 'POST', json: { bot: bot(0) } })
    expect(said(other)).toEqual([400, 'other-challenge'])
    expect(said(await arena.request(`${LADDER}/matches`, { method: 'POST', json: { bot: 1 } }))).toEqual([
      401,
      'no-key',
    ])
    expect(said(await arena.request('/api/v1/challenges/chess/ladder'))).toEqual([404, 'not-found'])
    expect((await rowOf(arena, fresh))?.bot).toBeUndefined()
  })

  test('at most two rated matches of a team wait or run', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask(team(ann), bot(0))))
    const refused = asked.filter(({ status }) => status !== 201)
    expect(asked.length - refused.length).toBeGreaterThanOrEqual(2)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expect(said(answer)).toEqual([429, 'too-many-matches'])
    for (const { status, body } of asked)
      if (status === 201)
        await until(async () =>
          (await arena.request(`/api/v1/matches/${numberIn(body, 'id')}`)).body['status'] === 'over'
            ? true
            : undefined,
        )
  })

  test('opponents are of other teams or of the house, and against each the bot goes first every other time', async () => {
    const { body } = await arena.request('/api/v1/matches?challenge=longest-group&limit=100')
    const rated = listIn(body, 'matches').filter(({ origin }) => origin === 'ladder')
    expect(rated.length).toBeGreaterThan(2)
    const lead = new Map<unknown, number>()
    for (const match of rated) {
      const [first, second] = listIn(match, 'players')
      const isFirst = first?.['id'] === ann?.id
      const opponent = isFirst ? second : first
      expect(opponent?.['id']).not.toBe(ann?.id)
      lead.set(opponent?.['bot'], (lead.get(opponent?.['bot']) ?? 0) + (isFirst ? 1 : -1))
    }
    for (const difference of lead.values()) expect([0, 1]).toContain(difference)
  })

  test('after a restart the ladder is what it was', async () => {
    const { body } = await arena.request('/api/v1/matches?challenge=longest-group&limit=100')
    const rated = listIn(body, 'matches').filter(
      (match) => match['origin'] === 'ladder' && !match['void'],
    ).length
    const known = await until(async () => {
      const ladder = await ladderOf(arena)
      return ladder.games === rated ? ladder : undefined
    })
    await arena.restart()
    expect(await ladderOf(arena)).toEqual(known)
  })

  test('a new version begins with the rating of the one before, and without an interval', async () => {
    const before = await rowOf(arena, bot(0))
    await upload(team(ann), bot(0), talkingBot('second'))
    expect((await judged(team(ann), bot(0), 2))['status']).toBe('passed')
    expect(await rowOf(arena, bot(0))).toMatchObject({
      bot: { version: 2 },
      rating: before?.rating,
      plusMinus: null,
      games: 0,
    })
  })
})

test('a request that waits for ratings while the server closes is no failure', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const { store } = arena.server.arena
  const [winner, loser] = ['strong', 'weak'].map((name) => playerOf(store, addReadyBot(store, ann, name)))
  if (!winner || !loser) throw new Error('no bots')
  addRated(store, winner, loser, 4)
  // The first question starts the thread that fits; the server closes before it has answered.
  const asked = Promise.allSettled([arena.request(LADDER)])
  await arena.request('/api/v1/challenges')
  await arena.restart()
  await asked
  expect(arena.failures).toEqual([])
})
