import { get } from 'node:http'
import { EventSource } from 'eventsource'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openTestArena, until, type TestArena } from './arena.fixture.ts'
import { legalIn, move, newGame, playToEnd, turnOf } from './play.fixture.ts'

interface Seen {
  readonly id: number
  readonly line: string
}

/** All text of an event stream until it ends. */
async function readEvents(arena: TestArena, path: string, lastEventId?: number): Promise<readonly Seen[]> {
  const response = await fetch(`${arena.url}${path}`, {
    headers: { ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }) },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  expect(text.endsWith('event: end\ndata: {}\n\n')).toBe(true)
  return [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, line]) => ({
    id: Number(id),
    line: line ?? '',
  }))
}

/** All messages of a WebSocket until the server closes it. */
function readSocket(
  arena: TestArena,
  path: string,
  onOpen: (socket: WebSocket) => void = () => {},
): Promise<{ lines: readonly Seen[]; code: number }> {
  const lines: Seen[] = []
  const socket = new WebSocket(`${arena.url.replace('http', 'ws')}${path}`)
  socket.on('open', () => onOpen(socket))
  socket.on('message', (data) => {
    const message = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}') as {
      id?: number
      line?: unknown
      end?: true
    }
    if (message.end) return
    lines.push({ id: message.id ?? -1, line: JSON.stringify(message.line) })
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => resolve({ lines, code }))
  })
}

/** The text of an event stream over a WebSocket, without heartbeats. */
function readEventSocket(url: string, onOpen: (socket: WebSocket) => void = () => {}) {
  const messages: string[] = []
  const socket = new WebSocket(url.replace('http', 'ws'))
  socket.on('open', () => onOpen(socket))
  socket.on('message', (data: Buffer) => messages.push(data.toString()))
  return new Promise<{ text: string; code: number }>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => resolve({ text: messages.filter((one) => one !== ': \n\n').join(''), code }))
  })
}

async function openGame() {
  const arena = await openTestArena()
  const ann = await arena.register('Ann')
  const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first', seed: 3 })
  await turnOf(ann, game)
  return {
    arena,
    ann,
    game,
    async [Symbol.asyncDispose]() {
      await arena[Symbol.asyncDispose]()
    },
  }
}

const recordOf = async (arena: TestArena, game: number): Promise<readonly string[]> =>
  (await arena.request(`/api/v1/matches/${game}/record`)).text.trimEnd().split('\n')

describe('the events of a match', () => {
  test('are the lines of its record, whenever one comes', async () => {
    await using table = await openGame()
    const { arena, ann, game } = table
    const path = `/api/v1/matches/${game}`
    const early = [readEvents(arena, `${path}/events`), readSocket(arena, `${path}/socket`)] as const
    await move(ann, game, { move: legalIn(await turnOf(ann, game)).at(-1) })
    const late = [readEvents(arena, `${path}/events`), readSocket(arena, `${path}/socket`)] as const
    await playToEnd(ann, game, (turn) => legalIn(turn).at(-1))
    const after = [readEvents(arena, `${path}/events`), readSocket(arena, `${path}/socket`)] as const
    const expected = (await recordOf(arena, game)).map((line, id) => ({ id, line }))
    expect(expected.length).toBeGreaterThan(5)
    for (const [events, socket] of [early, late, after]) {
      expect(await events).toEqual(expected)
      expect(await socket).toEqual({ lines: expected, code: 1000 })
    }
    await arena.restart()
    expect(await readEvents(arena, `${path}/events`)).toEqual(expected)
  })

  test('are the same text over a WebSocket at the same address', async () => {
    await using table = await openGame()
    const { arena, ann, game } = table
    const url = `${arena.url}/api/v1/matches/${game}/events`
    const talker = await readEventSocket(url, (socket) => socket.send('x'))
    expect(talker.code).not.toBe(1000)
    const running = readEventSocket(url)
    await playToEnd(ann, game, (turn) => legalIn(turn).at(-1))
    const eventsOf = (text: string): readonly string[] => text.split('\n\n').slice(1)
    const whole = await (await fetch(url)).text()
    expect(eventsOf((await running).text)).toEqual(eventsOf(whole))
    expect(await readEventSocket(url)).toEqual({ text: whole, code: 1000 })
    const rest = await (await fetch(`${url}?after=3`)).text()
    expect(await readEventSocket(`${url}?after=3`)).toEqual({ text: rest, code: 1000 })
    const spectators = async () =>
      /gamegrid_spectators (\d+)/.exec((await arena.request('/metrics')).text)?.[1]
    await until(async () => ((await spectators()) === '0' ? true : undefined))
  })

  test('are not sent to a client that sends a message while the record is still read', async () => {
    await using table = await openGame()
    const { arena, ann, game } = table
    await playToEnd(ann, game, (turn) => legalIn(turn).at(-1))
    // A server that has just started has no record in its cache.
    await arena.restart()
    const talker = await readSocket(arena, `/api/v1/matches/${game}/socket`, (socket) => socket.send('x'))
    expect(talker.lines).toEqual([])
    expect(talker.code).not.toBe(1000)
  })

  test('go on after any line', async () => {
    await using table = await openGame()
    const { arena, ann, game } = table
    await playToEnd(ann, game, (turn) => legalIn(turn).at(-1))
    const expected = (await recordOf(arena, game)).map((line, id) => ({ id, line }))
    const path = `/api/v1/matches/${game}`
    for (const { id } of expected) {
      const rest = expected.slice(id + 1)
      expect(await readEvents(arena, `${path}/events`, id)).toEqual(rest)
      expect(await readEvents(arena, `${path}/events?after=${id}`)).toEqual(rest)
      expect((await readSocket(arena, `${path}/socket?after=${id}`)).lines).toEqual(rest)
    }
    expect(await readEvents(arena, `${path}/events`, 9_999)).toEqual([])
    expect((await arena.request(`${path}/events?after=-1`)).status).toBe(400)
    expect((await arena.request(`${path}/events?after=x`)).status).toBe(400)
  })

  test('reach a browser’s own reader, which comes back by itself where it was', async () => {
    await using table = await openGame()
    const { arena, ann, game } = table
    const seen: string[] = []
    const ids: number[] = []
    using stack = new DisposableStack()
    let drops = 0
    let over = false
    const source = new EventSource(`${arena.url}/api/v1/matches/${game}/events`, {
      // The connection breaks after every line, as on a bad network.
      async fetch(url, init) {
        const response = await fetch(url, init)
        const reader = response.body?.getReader()
        const body = new ReadableStream({
          async pull(controller) {
            const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
            if (done) return controller.close()
            controller.enqueue(value)
            if (++drops % 2 === 0) {
              controller.close()
              await reader?.cancel()
            }
          },
        })
        return {
          ...response,
          body,
          url: response.url,
          status: response.status,
          redirected: false,
          headers: response.headers,
        }
      },
    })
    stack.defer(() => source.close())
    source.addEventListener('message', ({ data, lastEventId }) => {
      seen.push(String(data))
      ids.push(Number(lastEventId))
    })
    source.addEventListener('end', () => void (over = true))
    await playToEnd(ann, game, (turn) => legalIn(turn).at(-1))
    await until(() => (over ? true : undefined))
    expect(seen).toEqual(await recordOf(arena, game))
    expect(ids).toEqual(seen.map((_, id) => id))
    expect(drops).toBeGreaterThan(1)
  })

  test('that one address opens too fast are refused before the handshake, and no other address is', async () => {
    // The time stands still: a slow machine opens them no faster than the limit allows.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    await using arena = await openTestArena()
    const answers = await Promise.all(Array.from({ length: 600 }, () => upgrade(arena.url, '127.0.0.1')))
    const opened = answers.filter((status) => status === 101)
    // A class behind one address is let in.
    expect(opened.length).toBeGreaterThanOrEqual(300)
    expect(answers.filter((status) => status === 429).length).toBe(600 - opened.length)
    expect(opened.length).toBeLessThan(600)
    expect(await upgrade(arena.url, '127.0.0.2')).toBe(101)
  })

  test('of a match that is not there are refused, over a socket as well', async () => {
    await using arena = await openTestArena()
    expect((await arena.request('/api/v1/matches/9/events')).status).toBe(404)
    expect(await readSocket(arena, '/api/v1/matches/9/socket')).toEqual({ lines: [], code: 4404 })
    await expect(readSocket(arena, '/api/v1/matches/x/socket')).rejects.toThrow('400')
    await expect(readSocket(arena, '/api/v1/nowhere')).rejects.toThrow('404')
    expect(await readSocket(arena, '/healthz')).toMatchObject({ lines: [] })
    for (const path of ['matches/9/events', 'tournaments/9/events'])
      expect(await readEventSocket(`${arena.url}/api/v1/${path}`)).toMatchObject({ text: '' })
    for (const path of ['bots/1/versions/1/events', 'evaluations/1/events'])
      await expect(readEventSocket(`${arena.url}/api/v1/${path}`), path).rejects.toThrow(/40[134]/)
  })

  test('that no client reads any more are not kept', async () => {
    await using table = await openGame()
    const { arena, game } = table
    const spectators = async (): Promise<number> =>
      Number(/gamegrid_spectators (\d+)/.exec((await arena.request('/metrics')).text)?.[1])
    const controllers = Array.from({ length: 50 }, () => new AbortController())
    const streams = await Promise.all(
      controllers.map(({ signal }) => fetch(`${arena.url}/api/v1/matches/${game}/events`, { signal })),
    )
    expect(await spectators()).toBe(50)
    for (const controller of controllers) controller.abort()
    await until(async () => ((await spectators()) === 0 ? true : undefined))
    expect(streams).toHaveLength(50)
  })
})

describe('the events of the arena', () => {
  test('begin with what is open and go on with what changes', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const first = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    const seen: { id: number; status: string }[] = []
    const source = new EventSource(`${arena.url}/api/v1/live`)
    using stack = new DisposableStack()
    stack.defer(() => source.close())
    source.addEventListener('message', ({ data }) => {
      const { id, status } = JSON.parse(String(data)) as { id: number; status: string }
      seen.push({ id, status })
    })
    const told: unknown[] = []
    const socket = new WebSocket(`${arena.url.replace('http', 'ws')}/api/v1/live`)
    stack.defer(() => socket.terminate())
    socket.on('message', (data: Buffer) => {
      for (const [, text = ''] of data.toString().matchAll(/^data: (.*)$/gm)) {
        const { id, status } = JSON.parse(text) as { id: number; status: string }
        told.push({ id, status })
      }
    })
    await until(() => (seen.length > 0 && told.length > 0 ? true : undefined))
    expect(seen).toEqual([{ id: first, status: 'open' }])
    const second = await newGame(bob, { opponent: 'open' })
    await bob.request(`/api/v1/games/${second}`, { method: 'DELETE' })
    await bob.request(`/api/v1/games/${first}/join`, { method: 'POST' })
    await turnOf(ann, first)
    await move(ann, first, { resign: true })
    await until(() => seen.find(({ id, status }) => id === first && status === 'over'))
    await until(() => (told.length >= seen.length ? true : undefined))
    expect(told).toEqual(seen)
    const statuses = (id: number) => seen.filter((row) => row.id === id).map(({ status }) => status)
    expect(statuses(first)).toEqual(['open', 'waiting', 'playing', 'over'])
    expect(statuses(second)).toEqual(['open', 'over'])
  })
})

/** The status of the answer to a WebSocket's handshake. */
const upgrade = (url: string, localAddress: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    get(`${url}/api/v1/matches/9/socket`, { headers, localAddress, agent: false })
      .on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response.statusCode)
      })
      .on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', reject)
  })
