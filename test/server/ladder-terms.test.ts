import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LadderBody, LadderBotBody, LadderHistoryBody, LaddersBody } from '../../src/api/ladder.ts'
import { addBot, addRated, addReadyBot, addVersion, pass, playerOf } from '../../src/arena/ladder.fixture.ts'
import { CHALLENGES } from '../../src/challenges/index.ts'
import {
  listIn,
  numberIn,
  openTestArena,
  said,
  storeOf,
  textIn,
  until,
  type Answer,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'

const LADDER = '/api/v1/challenges/longest-group/ladder'

interface Asks {
  request: TestPlayer['request']
}
const get = async <Body>(by: Asks, path: string): Promise<Body> =>
  (await by.request(path)).body as unknown as Body
const put = (by: Asks, path: string, json?: object): Promise<Answer> =>
  by.request(path, { method: 'PUT', ...(json && { json }) })
const post = (by: Asks, path: string, json: object): Promise<Answer> =>
  by.request(path, { method: 'POST', json })
const enrol = (by: Asks, bot: number): Promise<Answer> => put(by, `${LADDER}/bots/${bot}`)
const leave = (by: Asks, bot: number): Promise<Answer> =>
  by.request(`${LADDER}/bots/${bot}`, { method: 'DELETE' })

/** By bot, the version that its row shows. */
const versionsIn = async (arena: TestArena, query = ''): Promise<unknown> =>
  Object.fromEntries(
    (await get<LadderBody>(arena, `${LADDER}${query}`)).rows.flatMap(({ bot }) =>
      bot ? [[bot.name, bot.version]] : [],
    ),
  )

describe('the terms of a ladder', () => {
  let arena: TestArena
  let ann: TestPlayer
  let bob: TestPlayer
  let organiser: TestPlayer
  let [crusher, rival, fresh]: [number, number, number] = [0, 0, 0]
  beforeAll(async () => {
    arena = await openTestArena({ ladderShare: 0 })
    ann = await arena.register('Ann')
    bob = await arena.register('Bob')
    organiser = await arena.organiser()
    const store = storeOf(arena)
    crusher = addReadyBot(store, ann, 'crusher')
    rival = addReadyBot(store, bob, 'rival')
    fresh = addBot(store, bob, 'fresh')
  })
  afterAll(() => arena[Symbol.asyncDispose]())

  test('a team enrols its bot, which then stands in the ladder, until it takes it out', async () => {
    const names = { bot: { id: crusher, name: 'crusher' }, challenge: 'longest-group' }
    expect(await versionsIn(arena)).toEqual({})
    expect((await enrol(ann, crusher)).body).toMatchObject({
      ...names,
      enrolled: true,
      version: 1,
      message: 'crusher is enrolled: the ladder calls version 1 to matches',
    })
    expect((await enrol(ann, crusher)).status).toBe(200)
    expect(await versionsIn(arena)).toEqual({ crusher: 1 })
    expect(await get<LadderBotBody>(arena, `${LADDER}/bots/${crusher}`)).toMatchObject({
      ...names,
      team: { id: ann.id, name: 'Ann' },
      enrolled: true,
      versions: [{ version: 1, counts: true, plusMinus: null, games: 0 }],
    })
    expect((await leave(ann, crusher)).body).toMatchObject({ ...names, enrolled: false, since: null })
    expect((await leave(ann, crusher)).status).toBe(200)
    expect(await versionsIn(arena)).toEqual({})
  })

  test('a bot without a version may be enrolled: it waits, and the answer says so', async () => {
    expect((await enrol(bob, fresh)).body).toMatchObject({
      enrolled: true,
      version: null,
      message: 'fresh is enrolled and waits: the ladder calls it once a version has passed',
    })
    expect(await versionsIn(arena)).toEqual({})
    const store = storeOf(arena)
    pass(store, fresh, addVersion(store, fresh))
    expect(await versionsIn(arena)).toEqual({ fresh: 1 })
    await leave(bob, fresh)
  })

  test('only its owner or the organiser enrols a bot, and only in the ladder of its own challenge', async () => {
    expect(said(await enrol(ann, rival))).toEqual([403, 'not-your-bot'])
    expect(said(await leave(ann, rival))).toEqual([403, 'not-your-bot'])
    expect(said(await enrol(ann, 999))).toEqual([404, 'not-found'])
    expect(said(await put(ann, `/api/v1/challenges/quoridor/ladder/bots/${crusher}`))).toEqual([
      400,
      'other-challenge',
    ])
    expect(said(await arena.request(`/api/v1/challenges/quoridor/ladder/bots/${crusher}`))).toEqual([
      404,
      'not-found',
    ])
    expect(said(await put(ann, `/api/v1/challenges/chess/ladder/bots/${crusher}`))).toEqual([
      404,
      'not-found',
    ])
    expect(said(await put(ann, `${LADDER}/bots/x`))).toEqual([400, 'bad-request'])
    expect(said(await enrol(arena, crusher))).toEqual([401, 'no-key'])
    expect((await enrol(organiser, rival)).body).toMatchObject({ enrolled: true })
    await leave(organiser, rival)
  })

  test('a version counts if its upload was complete by the freeze, to the millisecond, whenever its build ends', async () => {
    const store = storeOf(arena)
    const bot = addReadyBot(store, ann, 'timely')
    await enrol(ann, bot)
    const second = addVersion(store, bot)
    const uploaded = store.version(bot, second)?.created ?? 0
    const freezeAt = async (ms: number | null): Promise<unknown> => {
      const freeze = ms === null ? null : new Date(ms).toISOString()
      expect((await put(organiser, `${LADDER}/freeze`, { freeze })).body).toEqual({ freeze })
      expect((await get<LadderBody>(arena, LADDER)).freeze).toBe(freeze)
      return versionsIn(arena)
    }
    expect(await freezeAt(uploaded)).toEqual({ timely: 1 })
    // The build of the second version ends after the freeze.
    pass(store, bot, second)
    expect(await versionsIn(arena)).toEqual({ timely: 2 })
    expect(await freezeAt(uploaded - 1)).toEqual(
      (store.version(bot, 1)?.created ?? 0) < uploaded ? { timely: 1 } : {},
    )
    const { versions } = await get<LadderBotBody>(arena, `${LADDER}/bots/${bot}`)
    expect(versions[0]).toMatchObject({ version: 2, counts: false })
    // In the past, before its first version.
    expect(await freezeAt(0)).toEqual({})
    expect((await enrol(ann, bot)).body).toMatchObject({
      version: null,
      message: 'timely is enrolled and waits: no version that passed was uploaded by the freeze',
    })
    expect(await freezeAt(null)).toEqual({ timely: 2 })
    await leave(ann, bot)
  })

  test('a rated match that a team asks for is played by the version that counts', async () => {
    const store = storeOf(arena)
    const bot = addReadyBot(store, ann, 'late')
    const uploaded = store.version(bot, 1)?.created ?? 0
    store.append({
      kind: 'version-added',
      bot,
      version: 2,
      source: { kind: 'program', command: 'true' },
      received: uploaded + 1,
    })
    pass(store, bot, 2)
    const ask = (): Promise<Answer> => post(ann, `${LADDER}/matches`, { bot })
    await put(organiser, `${LADDER}/freeze`, { freeze: new Date(uploaded).toISOString() })
    const { body } = await ask()
    expect(body['players']).toContainEqual(expect.objectContaining({ name: 'Ann · late v1' }))
    await put(organiser, `${LADDER}/freeze`, { freeze: new Date(0).toISOString() })
    const refused = await ask()
    expect(said(refused)).toEqual([409, 'bot-not-ready'])
    expect(refused.body['message']).toBe(
      `Cannot start bot ${bot}: no version of it that was uploaded before the freeze has passed yet`,
    )
    await put(organiser, `${LADDER}/freeze`, { freeze: null })
  })

  test('a freeze that cannot be read is refused in one sentence, and only the organiser sets one', async () => {
    const refused = await put(organiser, `${LADDER}/freeze`, { freeze: 'at three' })
    expect(said(refused)).toEqual([400, 'bad-date'])
    expect(refused.body['message']).toBe(
      'Cannot freeze at "at three": expected a date and a time with its zone, like 2026-11-16T15:00:00Z',
    )
    for (const json of [{ freeze: 15 }, {}, { freeze: null, other: 1 }])
      expect(said(await put(organiser, `${LADDER}/freeze`, json))).toEqual([400, 'bad-request'])
    expect(said(await put(ann, `${LADDER}/freeze`, { freeze: null }))).toEqual([403, 'forbidden'])
    expect(said(await put(organiser, '/api/v1/challenges/chess/ladder/freeze', { freeze: null }))).toEqual([
      404,
      'not-found',
    ])
    expect((await get<LadderBody>(arena, LADDER)).freeze).toBe(null)
  })

  test('the share is that of the command line until the organiser sets it, and that holds after a restart', async () => {
    expect(await get<LaddersBody>(arena, '/api/v1/ladders')).toMatchObject({ share: 0, places: 0 })
    expect(said(await put(ann, '/api/v1/ladders/share', { percent: 9 }))).toEqual([403, 'forbidden'])
    for (const percent of [-1, 101, 2.5, '9'])
      expect(said(await put(organiser, '/api/v1/ladders/share', { percent }))).toEqual([400, 'bad-request'])
    const set = await put(organiser, '/api/v1/ladders/share', { percent: 1 })
    expect(set.body).toMatchObject({ share: 1, places: 1 })
    await arena.restart()
    const body = await get<LaddersBody>(arena, '/api/v1/ladders')
    expect(body).toMatchObject({ share: 1, places: 1 })
    expect(body.ladders.map(({ challenge }) => challenge)).toEqual(CHALLENGES.map(({ id }) => id))
    await put(organiser, '/api/v1/ladders/share', { percent: 0 })
  })

  test('what the organiser decides is in the list of its actions', async () => {
    const { body } = await organiser.request('/api/v1/actions?limit=100')
    const acted = listIn(body, 'actions').map(({ method, path, input }) => ({ method, path, input }))
    expect(acted).toContainEqual({ method: 'PUT', path: `${LADDER}/freeze`, input: '{"freeze":null}' })
    expect(acted).toContainEqual({ method: 'PUT', path: '/api/v1/ladders/share', input: '{"percent":1}' })
    expect(acted).toContainEqual({ method: 'PUT', path: `${LADDER}/bots/${rival}`, input: null })
  })
})

describe('seasons and contests', () => {
  let arena: TestArena
  let organiser: TestPlayer
  let bots: number[] = []
  beforeAll(async () => {
    arena = await openTestArena({ ladderShare: 0 })
    organiser = await arena.organiser()
    const store = storeOf(arena)
    for (const name of ['strong', 'weak', 'gone', 'middle']) {
      const team = await arena.register(`team ${name}`)
      const bot = addReadyBot(store, team, name)
      if (name !== 'gone') store.append({ kind: 'ladder-enrolled', bot })
      bots.push(bot)
    }
    const [strong = 0, weak = 0, gone = 0, middle = 0] = bots
    const player = (bot: number) => playerOf(store, bot)
    addRated(store, player(gone), player(strong), 4)
    addRated(store, player(strong), player(middle), 4)
    addRated(store, player(middle), player(weak), 4)
    addRated(store, player(strong), player(weak), 4)
    addRated(store, player(weak), { kind: 'house', name: 'house:random', brain: 'random' }, 2)
    await store.settled()
  })
  afterAll(() => arena[Symbol.asyncDispose]())

  const contest = (json: object): Promise<Answer> =>
    post(organiser, `${LADDER}/contest`, { name: 'The final', top: 2, ...json })

  /** Waits until the matches of a tournament are over, and gives the versions that played. */
  async function versionsPlayed(id: number): Promise<readonly string[]> {
    await until(async () =>
      (await arena.request(`/api/v1/tournaments/${id}`)).body['status'] === 'over' ? true : undefined,
    )
    const { body } = await arena.request(`/api/v1/tournaments/${id}`)
    const played: string[] = []
    for (const row of listIn(body, 'matches')) {
      const match = await arena.request(`/api/v1/matches/${numberIn(row, 'match')}`)
      played.push(...listIn(match.body, 'players').map((player) => textIn(player, 'bot')))
    }
    return [...new Set(played)].toSorted()
  }

  test('a contest of the best is seeded by rating, without the house and without bots that left', async () => {
    const rows = (await get<LadderBody>(arena, LADDER)).rows.flatMap(({ bot }) => bot?.name ?? [])
    expect(rows).toEqual(['gone', 'strong', 'middle', 'weak'])
    const made = await contest({ top: 3 })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'The final', status: 'waiting', format: 'round-robin-knock-out' })
    const row = storeOf(arena).tournament(numberIn(made.body, 'id'))
    const [strong, weak, , middle] = bots
    expect(row?.header['entrants']).toMatchObject([
      { name: 'team strong · strong', bot: `bot:${strong}@1` },
      { name: 'team middle · middle', bot: `bot:${middle}@1` },
      { name: 'team weak · weak', bot: `bot:${weak}@1` },
    ])
  })

  test('its entrants keep the version that was rated, also where a newer one passes before the start', async () => {
    const [strong = 0, , , middle = 0] = bots
    const store = storeOf(arena)
    const { body } = await contest({ top: 2, format: 'round-robin', options: {} })
    const id = numberIn(body, 'id')
    for (const bot of [strong, middle]) pass(store, bot, addVersion(store, bot))
    expect(store.bot(strong)?.plays).toBe(2)
    await post(organiser, `/api/v1/tournaments/${id}/start`, {})
    const expected = [strong, middle].map((bot) => `bot:${bot} version 1`)
    expect(await versionsPlayed(id)).toEqual(expected.toSorted())
    const { body: whole } = await arena.request(`/api/v1/tournaments/${id}`)
    expect(listIn(whole, 'teams').map(({ name }) => name)).toEqual([
      'team strong · strong',
      'team middle · middle',
    ])
  })

  test('a version that has not played yet is not rated: the one before is entered', async () => {
    const [strong, , , middle] = bots
    expect(await versionsIn(arena)).toMatchObject({ strong: 2, middle: 2 })
    const { body } = await contest({ top: 2 })
    expect(storeOf(arena).tournament(numberIn(body, 'id'))?.header['entrants']).toMatchObject([
      { bot: `bot:${strong}@1` },
      { bot: `bot:${middle}@1` },
    ])
  })

  test('a contest that cannot be held is refused in one sentence', async () => {
    const tooMany = await contest({ top: 4 })
    expect(said(tooMany)).toEqual([400, 'bad-entrants'])
    expect(tooMany.body['message']).toBe(
      'Cannot make a contest of the best 4: the ladder of longest-group has 3 enrolled bots with a rating',
    )
    expect(said(await contest({ format: 'chaos' }))).toEqual([400, 'unknown-format'])
    expect(said(await contest({ options: { rounds: 'x' } }))).toEqual([400, 'unknown-setting'])
    for (const json of [{ top: 1 }, { name: '' }, { top: 'all' }, { entrants: [] }])
      expect(said(await contest(json))).toEqual([400, 'bad-request'])
    const team = await arena.register('a team')
    expect(said(await post(team, `${LADDER}/contest`, { name: 'x', top: 2 }))).toEqual([403, 'forbidden'])
  })

  test('ratings over time are those of the best, or of one bot', async () => {
    const { lines } = await get<LadderHistoryBody>(arena, `${LADDER}/history`)
    expect(lines.map(({ bot }) => bot.name)).toContain('gone')
    const one = await get<LadderHistoryBody>(arena, `${LADDER}/history?bot=${bots[1]}`)
    expect(one.lines.map(({ bot }) => bot.name)).toEqual(['weak'])
    expect(one.lines[0]?.points.length).toBeGreaterThan(0)
    expect(said(await arena.request(`${LADDER}/history?bot=999`))).toEqual([404, 'not-found'])
    expect(said(await arena.request(`${LADDER}/history?season=9`))).toEqual([404, 'not-found'])
  })

  test('a new season begins without games, enrolled bots stay, and the season before can still be read', async () => {
    const before = await get<LadderBody>(arena, LADDER)
    expect(before.games).toBe(18)
    const begun = await post(organiser, `${LADDER}/seasons`, { name: 'Winter' })
    expect(begun.status).toBe(201)
    expect(begun.body).toMatchObject({ number: 2, name: 'Winter', ended: null })
    const now = await get<LadderBody>(arena, LADDER)
    expect(now).toMatchObject({ games: 0, season: { number: 2, name: 'Winter' } })
    expect(now.seasons.map(({ name }) => name)).toEqual(['Winter', 'Season 1'])
    expect(await versionsIn(arena)).toEqual({ strong: 2, weak: 1, middle: 2 })
    const first = await get<LadderBody>(arena, `${LADDER}?season=1`)
    expect(first).toMatchObject({ games: 18, season: { number: 1, began: null, ended: begun.body['began'] } })
    expect(first.rows.flatMap(({ bot }) => bot?.name ?? [])).toEqual(['gone', 'strong', 'middle', 'weak'])
    expect(said(await arena.request(`${LADDER}?season=3`))).toEqual([404, 'not-found'])
    expect(said(await arena.request(`${LADDER}?season=0`))).toEqual([400, 'bad-request'])
    expect(said(await post(organiser, `${LADDER}/seasons`, { name: ' ' }))).toEqual([400, 'bad-name'])
    expect(said(await post(organiser, `${LADDER}/seasons`, { name: 'Winter' }))).toEqual([409, 'name-taken'])
    expect(said(await post(organiser, `${LADDER}/seasons`, {}))).toEqual([400, 'bad-request'])
    // Without games there is no rating to seed a contest by.
    expect(said(await contest({}))).toEqual([400, 'bad-entrants'])
    await arena.restart()
    expect(await get<LadderBody>(arena, LADDER)).toEqual(now)
  })
})
