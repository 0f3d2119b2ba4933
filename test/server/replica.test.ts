import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { parseObject } from '../../src/base/json.ts'
import type { Replica } from '../../src/replica/open-replica.ts'
import { numberIn, openTestArena, until, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { legalIn, move, newGame, playToEnd, turnOf } from './play.fixture.ts'
import { openRelay, openTestReplica, openViewer, type Relay } from './replica.fixture.ts'

const PAGE = '<!doctype html><title>gamegrid</title>'
const web = mkdtempSync(join(tmpdir(), 'gamegrid-pages-'))
mkdirSync(join(web, 'assets'))
writeFileSync(join(web, 'index.html'), PAGE)
writeFileSync(join(web, 'assets/page-1a2b.js'), 'export {}')

let arena: TestArena
let relay: Relay
let replica: Replica
let ann: TestPlayer

beforeAll(async () => {
  arena = await openTestArena({ webFolder: web, trustProxy: ['127.0.0.1'], limits: { registrations: 3 } })
  relay = await openRelay(() => arena.port)
  replica = await openTestReplica(relay.url)
  ann = await arena.register('Ann')
})
afterAll(async () => {
  await replica[Symbol.asyncDispose]()
  await relay[Symbol.asyncDispose]()
  await arena[Symbol.asyncDispose]()
  rmSync(web, { recursive: true })
})

const GAME = { challenge: 'tic-tac-toe', opponent: 'house:first', seed: 3, clock: '5m' }

const recordOf = async (match: number): Promise<string> =>
  (await arena.request(`/api/v1/matches/${match}/record`)).text

const linesOf = async (match: number) =>
  (await recordOf(match))
    .trimEnd()
    .split('\n')
    .map((line, id) => ({ id, line }))

const last = (turn: Parameters<typeof legalIn>[0]): string | undefined => legalIn(turn).at(-1)

/** Ann’s next move in a game that is not over. */
const playOne = async (game: number): Promise<void> => {
  const turn = await until(async () => {
    const seen = await turnOf(ann, game)
    return seen['asked'] === true ? seen : undefined
  })
  expect((await move(ann, game, { move: last(turn) })).status).toBe(200)
}

async function countOf(how: string): Promise<number> {
  const text = await (await fetch(`${replica.url}/metrics`)).text()
  return Number(new RegExp(`requests_total\\{how="${how}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

/** An arena of which a test writes the lines of one match: a real match would need thousands of moves to fill buffers. */
async function openScriptedMatch() {
  let stream: ServerResponse | undefined
  let lines = 0
  const tell = (line: string): void => void stream?.write(`id: ${lines++}\ndata: ${line}\n\n`)
  const server = createServer((asked, reply) => {
    if (asked.url !== '/api/v1/matches/1/events') return void reply.end('{"disk":"ample"}')
    stream = reply
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.write('event: now\ndata: {"at":0,"lines":1}\n\n')
    tell('first')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines: () => lines,
    tell,
    end: () => void stream?.end('event: end\ndata: {}\n\n'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('a replica', () => {
  test('serves records that are equal to the byte, and asks for a finished one once', async () => {
    const game = await newGame(ann, GAME)
    await playToEnd(ann, game, last)
    const record = await recordOf(game)
    const before = await countOf('asked')
    for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip', 'identity']) {
      const response = await fetch(`${replica.url}/api/v1/matches/${game}/record`, {
        headers: { 'accept-encoding': encoding },
      })
      expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
      expect(await response.text()).toBe(record)
    }
    expect((await countOf('asked')) - before).toBe(3)
  })

  test('sends every line once and in order, over one stream of the arena', async () => {
    const game = await newGame(ann, GAME)
    await turnOf(ann, game)
    const early = await Promise.all(Array.from({ length: 20 }, () => openViewer(replica.url, game)))
    const [socket, events] = [readSocket(game), readEventSocket(game)]
    expect(replica.upstreamStreams()).toBe(1)
    await playOne(game)
    const late = await openViewer(replica.url, game, 1)
    expect(replica.upstreamStreams()).toBe(1)
    await playToEnd(ann, game, last)
    const expected = await linesOf(game)
    for (const viewer of early) {
      expect(await viewer.over).toBe('end')
      expect(viewer.seen).toEqual(expected)
    }
    expect(await late.over).toBe('end')
    expect(late.seen).toEqual(expected.slice(2))
    expect(await events).toEqual(expected)
    expect(await socket).toEqual(expected.map(({ id, line }) => ({ id, line: JSON.parse(line) })))
    const after = await openViewer(replica.url, game)
    expect(await after.over).toBe('end')
    expect(after.seen).toEqual(expected)
    await until(() => (replica.watchers() === 0 ? true : undefined))
    expect(replica.upstreamStreams()).toBe(0)
  })

  test('hides from its spectators that the connection to the arena breaks, and that the arena restarts', async () => {
    const game = await newGame(ann, GAME)
    await turnOf(ann, game)
    const viewer = await openViewer(replica.url, game)
    await playOne(game)
    await until(() => (viewer.seen.length > 2 ? true : undefined))
    relay.cut()
    await playOne(game)
    await arena.restart()
    await playToEnd(ann, game, last)
    expect(await viewer.over).toBe('end')
    expect(viewer.seen).toEqual(await linesOf(game))
  })

  test('disconnects its spectators when the arena stays away; they go on after their last line', async () => {
    await using lonely = await openTestReplica(relay.url, { feedOptions: { lostMs: 1 } })
    const game = await newGame(ann, GAME)
    await turnOf(ann, game)
    const viewer = await openViewer(lonely.url, game)
    await until(() => viewer.seen.at(-1)?.id)
    expect(await (await fetch(lonely.url, HTML)).text()).toBe(PAGE)
    relay.off()
    expect(await viewer.over).toBe('cut')
    const refused = await fetch(`${lonely.url}/api/v1/matches/${game}/events`)
    expect([refused.status, parseObject(await refused.text())?.['error']]).toEqual([503, 'arena-unreachable'])
    expect((await fetch(`${lonely.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${lonely.url}/healthz`)).status).toBe(200)
    // A page opens, and says itself that the arena is lost.
    expect(await (await fetch(`${lonely.url}/matches/${game}`, HTML)).text()).toBe(PAGE)
    relay.on()
    const again = await openViewer(lonely.url, game, viewer.seen.at(-1)?.id)
    await playToEnd(ann, game, last)
    expect(await again.over).toBe('end')
    expect([...viewer.seen, ...again.seen]).toEqual(await linesOf(game))
  })

  test('cuts a record that the arena has no more, also if the other record is longer by now', async () => {
    await using before = await openTestArena()
    await using restored = await openTestArena()
    let current = before
    await using way = await openRelay(() => current.port)
    await using own = await openTestReplica(way.url)
    const [early, late] = [await before.register('Bob'), await restored.register('Bob')]
    const game = await newGame(early, GAME)
    expect(await newGame(late, GAME)).toBe(game)
    await turnOf(early, game)
    const viewer = await openViewer(own.url, game)
    await until(() => viewer.seen.at(-1)?.id)
    way.off()
    current = restored
    await playToEnd(late, game, last)
    way.on()
    expect(await viewer.over).toBe('cut')
    const lines = (await before.request(`/api/v1/matches/${game}/record`)).text.split('\n')
    expect(viewer.seen.map(({ line }) => line)).toEqual(lines.slice(0, viewer.seen.length))
    const again = await openViewer(own.url, game)
    expect(await again.over).toBe('end')
    const record = (await restored.request(`/api/v1/matches/${game}/record`)).text
    expect(again.seen.map(({ line }) => `${line}\n`).join('')).toBe(record)
  })

  test('forgets finished records when its arena was away: after a backup was restored that match may still run', async () => {
    await using before = await openTestArena()
    await using restored = await openTestArena()
    let current = before
    await using way = await openRelay(() => current.port)
    await using own = await openTestReplica(way.url)
    const [early, late] = [await before.register('Bob'), await restored.register('Bob')]
    const game = await newGame(early, GAME)
    expect(await newGame(late, GAME)).toBe(game)
    await playToEnd(early, game, last)
    expect(await (await openViewer(own.url, game)).over).toBe('end')
    const record = async (): Promise<string> =>
      (await fetch(`${own.url}/api/v1/matches/${game}/record`)).text()
    expect(await record()).toBe((await before.request(`/api/v1/matches/${game}/record`)).text)
    way.off()
    expect((await fetch(`${own.url}/readyz`)).status).toBe(503)
    current = restored
    way.on()
    expect((await fetch(`${own.url}/readyz`)).status).toBe(200)
    await turnOf(late, game)
    using viewer = await openViewer(own.url, game)
    await until(() => viewer.seen.at(-1)?.id)
    await playToEnd(late, game, last)
    expect(await viewer.over).toBe('end')
    const now = (await restored.request(`/api/v1/matches/${game}/record`)).text
    expect(viewer.seen.map(({ line }) => `${line}\n`).join('')).toBe(now)
    expect(await record()).toBe(now)
  })

  test('that is closed leaves its spectators to another one, and loses no line', async () => {
    const game = await newGame(ann, GAME)
    await turnOf(ann, game)
    const first = await openTestReplica(relay.url)
    const viewer = await openViewer(first.url, game)
    await playOne(game)
    await first[Symbol.asyncDispose]()
    expect(await viewer.over).toBe('cut')
    const again = await openViewer(replica.url, game, viewer.seen.at(-1)?.id)
    await playToEnd(ann, game, last)
    expect(await again.over).toBe('end')
    expect([...viewer.seen, ...again.seen]).toEqual(await linesOf(game))
  })

  test('passes refusals of the arena on, and refuses as the arena does', async () => {
    const answer = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${replica.url}${path}`, init)
      return [response.status, parseObject(await response.text())?.['error']]
    }
    expect(await answer('/api/v1/matches/99999/events')).toEqual([404, 'not-found'])
    expect(await answer('/api/v1/tournaments/99999/events')).toEqual([404, 'not-found'])
    expect(await answer('/api/v1/matches/1/events?after=-1')).toEqual([400, 'bad-request'])
    expect(await answer('/api/v1/matches/1/socket')).toEqual([426, 'no-socket'])
    expect(await answer('/api/v1/matches/1/events', { method: 'DELETE' })).toEqual([405, 'wrong-method'])
    expect(await answer('/api/v1/nowhere')).toEqual([404, 'not-found'])
    expect((await askFrom('127.0.0.1', '/api/v1/matches', { host: 'evil.example' })).status).toBe(421)
  })

  test('disconnects a spectator that does not read, and that one loses no line when it comes back', async () => {
    await using upstream = await openScriptedMatch()
    await using own = await openTestReplica(upstream.url)
    const { url, port } = own
    const quick = await openViewer(url, 1)
    await until(() => (quick.seen.length > 0 ? true : undefined))
    const slow = connect({ port, host: '127.0.0.1' })
    slow.write('GET /api/v1/matches/1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    const heard: Buffer[] = []
    await new Promise<void>((resolve) => slow.once('readable', resolve))
    await until(() => (own.watchers() === 2 ? true : undefined))
    // The buffers of the kernel take some lines, the replica 1 MiB of them, and then it gives the spectator up.
    const MOST_LINES = 600
    while (own.watchers() === 2 && upstream.lines() < MOST_LINES) {
      upstream.tell('x'.repeat(65_536))
      await until(() => (quick.seen.length === upstream.lines() ? true : undefined))
    }
    expect(upstream.lines()).toBeLessThan(MOST_LINES)
    const closed = new Promise((resolve) => slow.once('close', resolve))
    slow.on('error', () => {}).on('data', (chunk: Buffer) => void heard.push(chunk))
    await closed
    const whole = Buffer.concat(heard).toString().split('\n\n').slice(0, -1)
    const ids = whole.flatMap((event) => /^id: (\d+)$/m.exec(event)?.[1] ?? []).map(Number)
    expect(ids.length).toBeLessThan(upstream.lines())
    const again = await openViewer(url, 1, ids.at(-1))
    upstream.end()
    expect([await again.over, await quick.over]).toEqual(['end', 'end'])
    expect([...ids, ...again.seen.map(({ id }) => id)]).toEqual(quick.seen.map(({ id }) => id))
  })

  test('tells a contest as the arena does', async () => {
    const organiser = await arena.organiser()
    const made = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: {
        name: 'Cup',
        challenge: 'tic-tac-toe',
        format: 'round-robin',
        entrants: ['house:first', 'house:random'],
      },
    })
    const path = `/api/v1/tournaments/${numberIn(made.body, 'id')}`
    await using stack = new AsyncDisposableStack()
    const replica = stack.use(await openTestReplica(relay.url))
    const listen = (url: string): unknown[] => {
      const source = new EventSource(`${url}${path}/events`)
      stack.defer(() => source.close())
      const told: unknown[] = []
      source.addEventListener('changed', ({ data }) => told.push(parseObject(String(data))))
      return told
    }
    const [here, too, there] = [listen(replica.url), listen(replica.url), listen(arena.url)]
    for (const told of [here, too, there]) await until(() => (told.length > 0 ? true : undefined))
    expect(replica.upstreamStreams()).toBe(1)
    await organiser.request(`${path}/start`, { method: 'POST', json: {} })
    const isOver = (told: readonly unknown[]) =>
      (told.at(-1) as { readonly status?: string }).status === 'over'
    for (const told of [here, too, there]) await until(() => (isOver(told) ? true : undefined))
    expect([here.at(-1), too.at(-1)]).toEqual([there.at(-1), there.at(-1)])
  })

  test('tells the lobby as the arena does', async () => {
    using stack = new DisposableStack()
    const listen = (url: string): Set<unknown> => {
      const source = new EventSource(`${url}/api/v1/live`)
      stack.defer(() => source.close())
      const seen = new Set<unknown>()
      source.addEventListener('message', ({ data }) => {
        const { id, status } = parseObject(String(data)) ?? {}
        seen.add(`${String(id)} ${String(status)}`)
      })
      return seen
    }
    const open = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    const [here, there] = [listen(replica.url), listen(arena.url)]
    await until(() => (here.has(`${open} open`) && there.has(`${open} open`) ? true : undefined))
    // One that comes later is told the same at the beginning.
    const late = listen(replica.url)
    await until(() => (late.has(`${open} open`) ? true : undefined))
    expect(replica.upstreamStreams()).toBe(1)
    const told: string[] = []
    const socket = new WebSocket(`${replica.url.replace('http', 'ws')}/api/v1/live`)
    stack.defer(() => socket.terminate())
    socket.on('message', (data: Buffer) => told.push(data.toString()))
    const tells = (status: string) =>
      told.some((text) => text.includes(`"id":${open},`) && text.includes(`"${status}"`))
    await until(() => (tells('open') ? true : undefined))
    await ann.request(`/api/v1/games/${open}`, { method: 'DELETE' })
    await until(() => (tells('over') ? true : undefined))
    for (const seen of [here, there, late]) await until(() => (seen.has(`${open} over`) ? true : undefined))
  })
})

describe('answers of a replica', () => {
  test('are never older than their question', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
      const path = `${replica.url}/api/v1/matches/${game}`
      expect(parseObject(await (await fetch(path)).text())).toMatchObject({ status: 'open' })
      await ann.request(`/api/v1/games/${game}`, { method: 'DELETE' })
      expect(parseObject(await (await fetch(path)).text())).toMatchObject({ status: 'over' })
    }
  })

  test('are shared: many equal questions are two requests to the arena', async () => {
    const before = await countOf('asked')
    const texts = await Promise.all(
      Array.from({ length: 100 }, async () =>
        (await fetch(`${replica.url}/api/v1/matches?status=over&limit=7`)).text(),
      ),
    )
    expect(new Set(texts).size).toBe(1)
    const asked = (await countOf('asked')) - before
    expect(asked).toBeGreaterThan(0)
    // Connections that come late on a slow machine are a third group.
    expect(asked).toBeLessThan(20)
  })

  test('to a key or a session are for that client alone', async () => {
    const bob = await arena.register('Bob')
    const me = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
      parseObject(await (await fetch(`${replica.url}/api/v1/me`, { headers })).text())?.['name']
    const bearer = (who: TestPlayer) => ({ authorization: `Bearer ${who.key}` })
    expect(await Promise.all([bearer(ann), bearer(bob), {}].map(me))).toEqual(['Ann', 'Bob', undefined])
    const signedIn = await fetch(`${replica.url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: replica.url },
      body: JSON.stringify({ key: bob.key }),
    })
    expect(signedIn.status).toBe(201)
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect(await Promise.all([{ cookie }, bearer(ann), {}].map(me))).toEqual(['Bob', 'Ann', undefined])
    // A page is the same for all, and gives no cookie away.
    const page = await fetch(replica.url, { headers: { ...HTML.headers, cookie } })
    expect(await page.text()).toBe(PAGE)
    // Bob starts a game here, and it is his.
    const started = await fetch(`${replica.url}/api/v1/games`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: replica.url, cookie },
      body: JSON.stringify(GAME),
    })
    expect(parseObject(await started.text())).toMatchObject({ player: bob.id })
    const out = await fetch(`${replica.url}/api/v1/session`, {
      method: 'DELETE',
      headers: { origin: replica.url, cookie },
    })
    expect(out.status).toBe(204)
    expect(await me({ cookie })).toBeUndefined()
  })

  test('are the files of the arena, kept for as long as it allows', async () => {
    const page = await fetch(`${replica.url}/matches/3`, HTML)
    expect(await page.text()).toBe(PAGE)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const etag = page.headers.get('etag') ?? ''
    const again = await fetch(`${replica.url}/matches/3`, {
      headers: { ...HTML.headers, 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    const before = await countOf('asked')
    for (let turn = 0; turn < 3; turn++) {
      const asset = await fetch(`${replica.url}/assets/page-1a2b.js`)
      expect(await asset.text()).toBe('export {}')
      expect(asset.headers.get('cache-control')).toContain('immutable')
    }
    expect((await countOf('asked')) - before).toBe(1)
    // Other sites may show this page in a frame.
    expect((await fetch(`${replica.url}/embed/3`, HTML)).headers.has('x-frame-options')).toBe(false)
  })

  test('count for the address of the client, and not for what the client says of itself', async () => {
    const register = (from: string, name: string) =>
      askFrom(from, '/api/v1/players', {
        method: 'POST',
        'content-type': 'application/json',
        'x-forwarded-for': '10.1.2.3',
        body: JSON.stringify({ name }),
      })
    for (const name of ['one', 'two', 'three'])
      expect((await register('127.0.0.2', name)).status, name).toBe(201)
    expect((await register('127.0.0.2', 'four')).status).toBe(429)
    expect((await register('127.0.0.3', 'five')).status).toBe(201)
  })
})

const HTML = { headers: { accept: 'text/html' } }

interface Told {
  readonly status: number
  readonly text: string
}

/** A request from another address of this machine. */
const askFrom = (
  localAddress: string,
  path: string,
  { method = 'GET', body = '', ...headers }: Readonly<Record<string, string>>,
): Promise<Told> =>
  new Promise((resolve, reject) => {
    const asked = request(
      `${replica.url}${path}`,
      { method, localAddress, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

/** The lines of a match, from the text of its event stream over a WebSocket. */
function readEventSocket(game: number): Promise<readonly unknown[]> {
  let text = ''
  const socket = new WebSocket(`${replica.url.replace('http', 'ws')}/api/v1/matches/${game}/events`)
  socket.on('message', (data: Buffer) => void (text += data.toString()))
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () =>
      resolve(
        [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, line]) => ({ id: Number(id), line })),
      ),
    )
  })
}

function readSocket(game: number): Promise<readonly unknown[]> {
  const messages: unknown[] = []
  const socket = new WebSocket(`${replica.url.replace('http', 'ws')}/api/v1/matches/${game}/socket`)
  socket.on('message', (data) => {
    const message = parseObject(Buffer.isBuffer(data) ? data.toString() : '') ?? {}
    if (message['end'] !== true) messages.push(message)
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => resolve(messages))
  })
}
