import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Brain } from '../game/brain.ts'
import { quoridor } from '../games/quoridor/index.ts'
import { playOverPolling } from '../wires/polling/client.ts'
import { GAME, IDS, KEYS, openTable } from '../wires/polling/table.fixture.ts'
import { defineBrain } from './define-brain.ts'
import { playPolling } from './play-polling.ts'
import { playerOf } from './player-of.ts'

const straight: Brain = { name: 'straight', move: () => 'forward' }
const circling: Brain = { name: 'circling', move: () => 'left' }

interface Asked {
  readonly request: string
  readonly key: string | undefined
  readonly body: string
}

/** A server with one game, with a fixed answer to every request for a game. */
async function open(...answers: readonly { status: number; body: string }[]) {
  const table = openTable({ settings: { width: 16, height: 9, starts: '3,4,e 12,2,w' } })
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request
      if (url.startsWith('/api/')) {
        asked.push({ request: `${method} ${url}`, key: headers.authorization, body: await text(request) })
        const answer = answers[asked.length - 1] ?? { status: 500, body: '' }
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
        return
      }
      const { status, contentType, body } = await table.request(method, url)
      response.writeHead(status, { 'content-type': contentType }).end(body)
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bob = (): Promise<unknown> =>
    playOverPolling(playerOf(circling), { url, game: GAME, playerId: IDS[1], key: KEYS[1], seed: 1 })
  return {
    url,
    asked,
    bob,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const SEATED = { status: 201, body: JSON.stringify({ id: GAME, player: IDS[0], status: 'waiting' }) }

describe('playPolling', () => {
  test('asks for a game, plays it to its end and says so', async () => {
    await using server = await open(SEATED)
    const printed: string[] = []
    const [report] = await Promise.all([
      playPolling({
        url: `${server.url}/`,
        key: KEYS[0],
        brain: straight,
        opponent: 'open',
        output: { write: (line) => printed.push(line) },
      }),
      server.bob(),
    ])
    expect(report).toEqual({ game: GAME, result: 'win', score: [2, 0] })
    expect(printed).toEqual(['straight: won 2–0\n'])
    expect(server.asked).toEqual([
      {
        request: 'POST /api/v1/games',
        key: `Bearer ${KEYS[0]}`,
        body: JSON.stringify({ challenge: 'boost-tron', opponent: 'open' }),
      },
    ])
  })

  test('takes up an open challenge', async () => {
    await using server = await open({ ...SEATED, status: 200 })
    const options = { url: server.url, key: KEYS[0], brain: straight, game: GAME, output: { write() {} } }
    const [report] = await Promise.all([playPolling(options), server.bob()])
    expect(report.result).toBe('win')
    expect(server.asked.map(({ request }) => request)).toEqual([`POST /api/v1/games/${GAME}/join`])
  })

  test('goes on with a game of its own', async () => {
    const taken = { status: 409, body: '{"error":"not-open","message":"Cannot join"}' }
    await using server = await open(taken, { status: 200, body: `{"id":${IDS[0]},"name":"ann"}` })
    const options = { url: server.url, key: KEYS[0], brain: straight, game: GAME, output: { write() {} } }
    const [report] = await Promise.all([playPolling(options), server.bob()])
    expect(report).toMatchObject({ game: GAME, result: 'win' })
    expect(server.asked.at(-1)).toMatchObject({ request: 'GET /api/v1/me', key: `Bearer ${KEYS[0]}` })
  })

  test.each([
    [
      { status: 403, body: '{"error":"wrong-key","message":"Cannot do this with this key"}' },
      'Cannot do this with this key',
    ],
    [{ status: 502, body: '<html>' }, ': it answers 502'],
  ])('rejects with what the server says: %j', async (answer, why) => {
    await using server = await open(answer)
    await expect(playPolling({ url: server.url, key: 'x', brain: straight })).rejects.toThrow(why)
  })

  test('rejects a game without numbers', async () => {
    await using server = await open({ status: 201, body: '{"id":"seven"}' })
    await expect(playPolling({ url: server.url, key: 'x', brain: straight })).rejects.toThrow(
      'expected id and player',
    )
  })

  test('says so when nothing listens', async () => {
    const server = await open(SEATED)
    await server[Symbol.asyncDispose]()
    await expect(playPolling({ url: server.url, key: 'x', brain: straight })).rejects.toThrow(
      `Cannot connect to ${server.url}: nothing listens there`,
    )
  })

  test('refuses what is no brain for tron', async () => {
    const options = { url: 'http://127.0.0.1', key: 'x' }
    await expect(playPolling({ ...options, brain: 'x' as never })).rejects.toThrow('Cannot play with "x"')
    const brain = defineBrain(quoridor, { name: 'q', move: () => 'e2' })
    await expect(playPolling({ ...options, brain })).rejects.toThrow('Cannot play tron with "q"')
  })
})
