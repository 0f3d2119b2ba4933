import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestArena, type TestArena, type TestOptions } from './arena.fixture.ts'
import { newGame } from './play.fixture.ts'

interface Raw {
  readonly status: number
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

/** `fetch` does not let a `Host` be set. */
const ask = (
  { port }: TestArena,
  path: string,
  { method = 'GET', headers = {}, body = '', to = '127.0.0.1' } = {},
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: to, port, path, method, headers }, (response) => {
      void text(response).then((body) =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })

describe('a host that the server was not told of', () => {
  test.each([
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example@127.0.0.1',
    'x',
    '10.1.2.3',
    '[2001:db8::1]',
    '127.0.0.1/../',
  ])('%j is refused on every kind of address', async (host) => {
    await using arena = await openTestArena()
    for (const path of ['/', '/api/v1/players', '/openapi.json', '/docs', '/metrics', '/nowhere'])
      expect(await ask(arena, path, { headers: { host } })).toMatchObject({
        status: 421,
        body: expect.stringContaining('"error":"wrong-host"') as unknown,
      })
    const registered = await ask(arena, '/api/v1/players', {
      method: 'POST',
      headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
      body: '{"name":"Ann"}',
    })
    expect(registered.status).toBe(421)
    // Wires with an error form of their own use it.
    for (const path of ['/grid/1/1.json', '/tic-tac-toe/start/1'])
      expect((await ask(arena, path, { headers: { host } })).body).toContain('does not know this host')
    const socket = new WebSocket(`${arena.url.replace('http', 'ws')}/api/v1/matches/1/socket`, {
      headers: { host },
    })
    const [why] = await new Promise<unknown[]>((done) => socket.on('error', (...all) => done(all)))
    expect(String(why)).toMatch(/421/)
  })

  test.each(['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '127.9.9.9:1', '[::1]', 'localhost:9'])(
    '%s is this machine',
    async (host) => {
      await using arena = await openTestArena()
      expect((await ask(arena, '/healthz', { headers: { host } })).status).toBe(200)
    },
  )

  test('is known once the organiser names it, with or without a port', async () => {
    await using arena = await openTestArena({ publicHosts: ['Arena.example.org', 'bots.example.org:8443'] })
    const status = async (host: string) => (await ask(arena, '/healthz', { headers: { host } })).status
    expect(await status('arena.example.org')).toBe(200)
    expect(await status('arena.example.org:8080')).toBe(200)
    expect(await status('bots.example.org:8443')).toBe(200)
    expect(await status('localhost')).toBe(200)
    expect(await status('example.org')).toBe(421)
    expect(await status('a.arena.example.org')).toBe(421)
  })

  test.each(['http://arena.example.org', 'a b', 'a/b', 'ann@b', ''])('%j is no name', async (name) => {
    await expect(openTestArena({ publicHosts: [name] })).rejects.toThrow(/as a public host: expected a name/)
  })

  test('is none of the addresses of a machine that listens on all of them', async () => {
    await using arena = await openTestArena({ host: '0.0.0.0' })
    const own = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ family }) => family === 'IPv4')
    for (const { address } of own)
      expect((await ask(arena, '/healthz', { headers: { host: `${address}:1` }, to: address })).status).toBe(
        200,
      )
    expect((await ask(arena, '/healthz', { headers: { host: 'evil.example' } })).status).toBe(421)
    expect((await ask(arena, '/healthz', { headers: { host: '203.0.113.9' } })).status).toBe(421)
  })
})

describe('a page of another site', () => {
  const ELSEWHERE = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'file://' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  test('changes nothing, with or without a key', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'boost-tron', opponent: 'house:first' })
    const changes = [
      ['POST', '/api/v1/players', { name: 'Bob' }],
      ['POST', '/api/v1/games', { opponent: 'open' }],
      ['DELETE', `/api/v1/games/${game}`, undefined],
      ['POST', `/api/v1/players/${ann.id}/keys`, undefined],
      ['POST', '/api/v1/session', { key: ann.key }],
      ['DELETE', '/api/v1/session', undefined],
      ['PUT', '/api/v1/me/team-urls', {}],
      ['POST', `/move/${game}/${ann.id}/left.json`, undefined],
    ] as const
    for (const headers of ELSEWHERE)
      for (const [method, path, json] of changes)
        for (const key of [undefined, ann.key]) {
          const answer = await ask(arena, path, {
            method,
            headers: {
              ...headers,
              ...(json && { 'content-type': 'application/json' }),
              ...(key && { authorization: `Bearer ${key}` }),
            },
            ...(json && { body: JSON.stringify(json) }),
          })
          expect([method, path, answer.status]).toEqual([method, path, 403])
        }
    expect((await ann.request('/api/v1/players')).body['players']).toHaveLength(1)
    expect((await ann.request('/api/v1/me/games')).body['games']).toHaveLength(1)
  })

  test('opens no WebSocket; this site and programs do', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' })
    const open = (headers: Record<string, string>) =>
      new Promise<string>((done) => {
        const socket = new WebSocket(`${arena.url.replace('http', 'ws')}/api/v1/matches/${game}/socket`, {
          headers,
        })
        socket.on('error', (error) => done(error.message))
        socket.on('open', () => {
          done('open')
          socket.terminate()
        })
      })
    for (const headers of ELSEWHERE) expect(await open(headers)).toMatch(/403/)
    for (const headers of [{}, { origin: arena.url }]) expect(await open(headers)).toBe('open')
  })

  test('may be the server’s own under a name that it was told, behind a proxy that does not pass it on', async () => {
    await using arena = await openTestArena({ publicHosts: ['arena.example.org', 'bots.example.org:8443'] })
    const register = async (name: string, origin: string) =>
      (
        await ask(arena, '/api/v1/players', {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
      ).status
    expect(await register('a', 'https://arena.example.org')).toBe(201)
    expect(await register('b', 'https://bots.example.org:8443')).toBe(201)
    expect(await register('c', 'https://arena.example.org:444')).toBe(403)
    expect(await register('d', 'https://bots.example.org')).toBe(403)
  })
})

test('behind a proxy, links use the forwarded host, and only one that the server was told of', async () => {
  await using arena = await openTestArena({ trustProxy: 1, publicHosts: ['arena.example.org'] })
  const guide = (host: string) =>
    ask(arena, '/api/v1/guide/kits', {
      headers: { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '9.9.9.9' },
    })
  const { status, body } = await guide('arena.example.org')
  expect(status).toBe(200)
  expect(body).toContain('npx https://arena.example.org/gamegrid.tgz')
  expect(await guide('evil.example')).toMatchObject({ status: 421 })
})

describe('the address of a client behind a proxy', () => {
  /** How many teams can be registered before the limit of their address. */
  async function registered(options: TestOptions, forwarded: readonly string[]): Promise<number> {
    await using arena = await openTestArena({ ...options, limits: { registrations: 2 } })
    let count = 0
    for (const [at, list] of forwarded.entries()) {
      const { status } = await arena.request('/api/v1/players', {
        method: 'POST',
        json: { name: `team ${at}` },
        headers: { 'x-forwarded-for': list },
      })
      if (status === 201) count++
    }
    return count
  }

  // The client forged the left part; the proxy added the right one.
  const MADE_UP = ['1.1.1.1, 9.9.9.9', '2.2.2.2, 9.9.9.9', '3.3.3.3, 9.9.9.9', '4.4.4.4, 9.9.9.9']
  const APART = ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4']
  const TWO = ['1.1.1.1, 10.0.0.2', '2.2.2.2, 10.0.0.2', '3.3.3.3, 10.0.0.2', '4.4.4.4, 10.0.0.2']

  test.each([
    [false, APART, 2],
    [1, APART, 4],
    [1, MADE_UP, 2],
    [2, TWO, 4],
    [['127.0.0.1'], APART, 4],
    [['127.0.0.1'], MADE_UP, 2],
    [['127.0.0.0/8', '10.0.0.0/8'], TWO, 4],
    [['127.0.0.0/8'], TWO, 2],
    [['192.168.7.1'], APART, 2],
  ] as const)('trusting %j, of %j %i are registered', async (trustProxy, forwarded, count) => {
    expect(await registered({ trustProxy }, forwarded)).toBe(count)
  })
})
