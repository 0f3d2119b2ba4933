import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import { dial } from './abuse.fixture.ts'
import { listIn, numberIn, openTestArena, said, until, type Answer, type TestArena } from './arena.fixture.ts'
import { legalIn, move, newGame, playToEnd, turnOf } from './play.fixture.ts'

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`

const NO_LIMIT = { wantedMs: 1e9, wantedOfManyMs: 1e9, alwaysMs: 1e9 }

describe('heavy work', () => {
  test('leaves the event loop: a light request meanwhile is answered first', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' })
    await playToEnd(ann, game, (turn) => legalIn(turn).at(-1))
    await arena.restart()
    const [heavy, light] = [await dial(arena.port), await dial(arena.port)]
    const answers: string[] = []
    const heard = [heavy, light].map((socket, index) =>
      once(socket, 'data').then(() => answers.push(index === 0 ? 'heavy' : 'light')),
    )
    heavy.write(get(`/api/v1/matches/${game}/verification`))
    // By then the server has read it.
    expect((await arena.request('/healthz')).status).toBe(200)
    light.write(get('/healthz'))
    await Promise.all(heard)
    expect(answers).toEqual(['light', 'heavy'])
    for (const socket of [heavy, light]) socket.destroy()
  })

  test('the description of the API is written once, and not sent to a client that has it', async () => {
    await using arena = await openTestArena()
    const first = await arena.request('/openapi.json')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
    const again = await arena.request('/openapi.json', { headers: { 'if-none-match': tag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('requests of spectators', () => {
  test('are limited by what they cost; players, other teams and the organiser go on', async () => {
    // Enough for the description of the API, which the fixture reads, and for two registrations.
    await using arena = await openTestArena({ gateLimits: { burstMs: 500, msPerSecond: 0.001 } })
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' })
    const refusal = (who: Pick<TestArena, 'request'>): Promise<Answer> =>
      until(async () => {
        const asked = Array.from({ length: 50 }, () => who.request('/api/v1/players?limit=100'))
        return (await Promise.all(asked)).find(({ status }) => status !== 200)
      })
    const refused = await refusal(arena)
    expect(said(refused)).toEqual([429, 'too-fast'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await bob.request('/api/v1/matches')).status).toBe(200)
    expect((await organiser.request('/api/v1/matches')).status).toBe(200)
    expect((await arena.request('/healthz')).status).toBe(200)
    // Ann has used up her share as well, and plays on.
    expect((await refusal(ann)).status).toBe(429)
    expect((await playToEnd(ann, game))['status']).toBe('over')
  })

  test('that find too many waiting are told to come again', async () => {
    await using arena = await openTestArena({ gateLimits: { waiting: 0 } })
    const refused = await fetch(`${arena.url}/api/v1/matches`)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      { error: 'busy', message: expect.any(String) },
    ])
    const polled = await fetch(`${arena.url}/grid/1/1001.json`)
    expect([polled.status, await polled.json()]).toEqual([
      503,
      expect.objectContaining({ error: 'unavailable' }),
    ])
    expect((await fetch(`${arena.url}/healthz`)).status).toBe(200)
  })

  test('open so many streams and sockets, and one more when one is closed', async () => {
    await using arena = await openTestArena({ streamLimits: { each: 3 } })
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:first' })
    const watch = (path: string): Promise<Response> => fetch(`${arena.url}${path}`)
    const streams = await Promise.all([watch('/api/v1/live'), watch(`/api/v1/matches/${game}/events`)])
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    const url = `ws://127.0.0.1:${arena.port}/api/v1/matches/${game}/socket`
    const socket = new WebSocket(url)
    await once(socket, 'message')
    expect(said(await arena.request('/api/v1/live'))).toEqual([429, 'too-many-streams'])
    const [code] = (await once(new WebSocket(url), 'close')) as [number]
    expect(code).toBe(1013)
    // A team with a key has its own places.
    const own = await fetch(`${arena.url}/api/v1/live?key=${ann.key}`)
    expect(own.status).toBe(200)
    await Promise.all([streams[0]?.body?.cancel(), own.body?.cancel()])
    const next = await until(async () => {
      const again = await watch('/api/v1/live')
      return again.status === 200 ? again : undefined
    })
    await Promise.all([next.body?.cancel(), streams[1]?.body?.cancel()])
    socket.terminate()
  })
})

describe('places', () => {
  const HEAVY = { challenge: 'boost-tron', opponent: 'house:baseline', clock: '10m' } as const

  const statusOf = async (arena: TestArena, game: number): Promise<unknown> =>
    (await arena.request(`/api/v1/matches/${game}`)).body['status']

  test('are shared by team: one that fills its own leaves others theirs, and contests never wait for practice', async () => {
    await using arena = await openTestArena({ maxHouseMatches: 4, idleLimits: NO_LIMIT })
    const organiser = await arena.organiser()
    const [ann, bob, eve, flo] = [
      await arena.register('Ann'),
      await arena.register('Bob'),
      await arena.register('Eve'),
      await arena.register('Flo'),
    ]
    const hers = [await newGame(ann, HEAVY), await newGame(ann, HEAVY), await newGame(ann, HEAVY)]
    expect(await Promise.all(hers.map((id) => statusOf(arena, id)))).toEqual([
      'playing',
      'waiting',
      'waiting',
    ])
    expect(await statusOf(arena, await newGame(bob, HEAVY))).toBe('playing')
    expect(await statusOf(arena, await newGame(eve, HEAVY))).toBe('playing')
    expect(await statusOf(arena, await newGame(flo, HEAVY))).toBe('waiting')
    const json = { challenge: 'boost-tron', players: [`player:${flo.id}`, 'house:baseline'] }
    const called = await organiser.request('/api/v1/matches', { method: 'POST', json })
    expect(await statusOf(arena, numberIn(called.body, 'id'))).toBe('playing')
  })

  test('of abandoned practice games go to waiting matches, and the game does not count', async () => {
    const idleLimits = { ...NO_LIMIT, wantedMs: 0 }
    await using arena = await openTestArena({ maxHouseMatches: 2, idleLimits })
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const left = await newGame(ann, HEAVY)
    const waiting = await newGame(bob, HEAVY)
    expect(await statusOf(arena, waiting)).toBe('waiting')
    await until(async () => ((await statusOf(arena, waiting)) === 'playing' ? true : undefined))
    const { body } = await arena.request(`/api/v1/matches/${left}`)
    expect(body).toMatchObject({
      status: 'over',
      void: true,
      end: expect.stringMatching(/^not counted: its player sent no request for \d+ s$/),
    })
  })

  test('a practice game whose player asks for its turn is not ended', async () => {
    await using arena = await openTestArena({
      maxHouseMatches: 2,
      idleLimits: { ...NO_LIMIT, wantedMs: 20_000 },
    })
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, HEAVY)
    await newGame(bob, HEAVY)
    const turn = await turnOf(ann, game)
    expect((await move(ann, game, { move: legalIn(turn)[0] })).status).toBe(200)
    expect(await statusOf(arena, game)).toBe('playing')
  })
})

describe('builds', () => {
  const archive = new Uint8Array(rawZip([{ name: 'README', data: 'I am no bot' }]))

  test('are shared by team: a team that sends many that sleep delays only itself, and is told when it is too many', async () => {
    await using arena = await openTestArena()
    const [eve, ann] = [await arena.register('Eve'), await arena.register('Ann')]
    const newBot = async (who: typeof ann): Promise<number> => {
      const json = { challenge: 'longest-group', name: 'bot' }
      return numberIn((await who.request('/api/v1/bots', { method: 'POST', json })).body, 'id')
    }
    const upload = (who: typeof ann, bot: number, query = ''): Promise<Answer> =>
      who.request(`/api/v1/bots/${bot}/versions${query}`, {
        method: 'POST',
        body: archive,
        headers: { 'content-type': 'application/zip' },
      })
    const sleeper = await newBot(eve)
    const refused = await until(async () => {
      const answer = await upload(eve, sleeper, '?build=sleep%20100&run=./bot')
      return answer.status === 202 ? undefined : answer
    })
    expect(said(refused)).toEqual([429, 'too-many-waiting'])
    const own = await newBot(ann)
    expect((await upload(ann, own)).status).toBe(202)
    const judged = await until(async () => {
      const [version] = listIn((await ann.request(`/api/v1/bots/${own}/versions`)).body, 'versions')
      return version?.['status'] === 'waiting' ? undefined : version
    })
    expect(judged).toMatchObject({ status: 'failed' })
    const versions = listIn((await eve.request(`/api/v1/bots/${sleeper}/versions`)).body, 'versions')
    expect(new Set(versions.map(({ status }) => status))).toEqual(new Set(['waiting']))
  })
})

describe('practice battles without a key', () => {
  const practise = (arena: TestArena, key?: string): Promise<Answer> =>
    arena.request('/tic-tac-toe/practice', {
      method: 'POST',
      json: { caseType: 'AB_AI_O' },
      ...(key !== undefined && { key }),
    })

  test('of one address count as one team: other teams still get a place', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const answers = await Promise.all(Array.from({ length: 100 }, () => practise(arena)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(32)
    const refused = answers.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.body['error']]).toEqual([
      429,
      'Cannot begin another battle for practice: 32 of yours are open, play one to its end',
    ])
    expect((await practise(arena, ann.key)).status).toBe(200)
  })

  test('take half of all battles at most', async () => {
    await using arena = await openTestArena({ maxBattles: 8 })
    const statuses = await Promise.all(Array.from({ length: 8 }, () => practise(arena)))
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  })
})

describe('evaluations', () => {
  test('that outside coordinators ask for leave room for those of teams', async () => {
    const open = new Set<Socket>()
    const silent = createServer((socket) => void open.add(socket.on('error', () => {})))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const teamUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const put = { method: 'PUT', json: { challenge: 'tic-tac-toe', url: teamUrl } }
    expect((await ann.request('/api/v1/me/team-urls', put)).status).toBe(200)
    const json = { runId: 'x', teamUrl, callbackUrl: teamUrl, caseType: 'AB_AI_O' }
    const refused = await until(async () => {
      const answer = await arena.request('/tic-tac-toe/evaluate', { method: 'POST', json })
      return answer.status === 200 ? undefined : answer
    })
    expect(refused.status).toBe(429)
    const own = await ann.request('/api/v1/evaluations', {
      method: 'POST',
      json: { challenge: 'tic-tac-toe', caseType: 'AB_AI_O' },
    })
    expect(own.status).toBe(201)
    silent.close()
    for (const socket of open) socket.destroy()
  })
})
