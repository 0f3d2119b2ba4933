import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { dial, hear, statusesIn } from './abuse.fixture.ts'
import { numberIn, openTestArena, until, type TestArena, type TestPlayer } from './arena.fixture.ts'

const BODY_MS = 800
const PIECE = Buffer.alloc(16 << 10, 7)

const openHasty = (): Promise<TestArena> => openTestArena({ patience: { headersMs: 5_000, bodyMs: BODY_MS } })

async function newBot(player: TestPlayer): Promise<number> {
  const json = { challenge: 'longest-group', name: 'bot' }
  return numberIn((await player.request('/api/v1/bots', { method: 'POST', json })).body, 'id')
}

/** Begins an upload of this many pieces. */
async function begin({ port }: TestArena, bot: number, key: string, pieces: number): Promise<Socket> {
  const socket = await dial(port)
  socket.write(
    `POST /api/v1/bots/${bot}/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\nContent-Type: application/zip\r\nContent-Length: ${pieces * PIECE.length}\r\n\r\n`,
  )
  return socket
}

/** Sends a piece at intervals, for this long. */
async function dribble(sockets: readonly Socket[], ms: number): Promise<number> {
  let pieces = 0
  for (const began = performance.now(); performance.now() - began < ms; pieces++) {
    for (const socket of sockets) if (socket.writable) socket.write(PIECE)
    await new Promise((resolve) => void setTimeout(resolve, 50))
  }
  return pieces
}

describe('an upload', () => {
  test('may take longer than any deadline, as long as it goes on', async () => {
    await using arena = await openHasty()
    const ann = await arena.register('Ann')
    const most = 1000
    const socket = await begin(arena, await newBot(ann), ann.key, most)
    const heard = hear(socket)
    const sent = await dribble([socket], 5 * BODY_MS)
    for (let left = most - sent; left > 0; left--) if (!socket.write(PIECE)) await once(socket, 'drain')
    expect(statusesIn(await heard)).toEqual([202])
  })

  test('that stands still is hung up on, however fast it began', async () => {
    await using arena = await openHasty()
    const ann = await arena.register('Ann')
    const socket = await begin(arena, await newBot(ann), ann.key, 1000)
    const heard = hear(socket)
    for (let n = 0; n < 600; n++) if (!socket.write(PIECE)) await once(socket, 'drain')
    expect(statusesIn(await heard)).toEqual([408])
  })

  test('that is refused may not go on for ever either', async () => {
    await using arena = await openHasty()
    const ann = await arena.register('Ann')
    const bob = await arena.register('Bob')
    const socket = await begin(arena, await newBot(ann), bob.key, 1000)
    const heard = hear(socket)
    socket.write(PIECE)
    expect(statusesIn(await heard)[0]).toBe(403)
  })

  test('ends with its key, though it began before that was revoked', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    const { body } = await ann.request(`/api/v1/players/${ann.id}/keys`, { method: 'POST' })
    const socket = await begin(arena, bot, String(body['key']), 2)
    const heard = hear(socket)
    socket.write(PIECE)
    // The server has accepted it.
    await until(async () => {
      const files = await readdir(join(arena.folder, 'bots', 'archives'))
      return files.some((name) => name.startsWith('.incoming-')) ? true : undefined
    })
    await ann.request(`/api/v1/players/${ann.id}/keys/${String(body['id'])}`, { method: 'DELETE' })
    socket.write(PIECE)
    expect(statusesIn(await heard)).toEqual([403])
    expect((await ann.request(`/api/v1/bots/${bot}/versions`)).body['versions']).toEqual([])
  })

  test('shares its address with 31 more that are slow, and no others', async () => {
    await using arena = await openHasty()
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    const sockets = await Promise.all(Array.from({ length: 40 }, () => begin(arena, bot, ann.key, 10_000)))
    const ends: string[] = []
    for (const socket of sockets) void hear(socket).then((text) => ends.push(text))
    await until(async () => {
      await dribble(sockets, 100)
      return ends.length >= 8 ? true : undefined
    })
    await dribble(sockets, 3 * BODY_MS)
    expect(ends.map((text) => statusesIn(text))).toEqual(Array.from({ length: 8 }, () => [408]))
    expect(ends[0]).toContain('this address sends too many slow requests')
    // The server still accepts other uploads.
    expect((await ann.request('/api/v1/games', { method: 'POST', json: { opponent: 'open' } })).status).toBe(
      201,
    )
    for (const socket of sockets) socket.destroy()
  })
})
