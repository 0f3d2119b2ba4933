import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Feed } from '../../src/arena/feed.ts'
import { openBroadcast, type Encoding } from '../../src/server/broadcast.ts'
import { openEventStream } from '../../src/server/event-stream.ts'
import { openSocketStream } from '../../src/server/socket-stream.ts'
import { dial, hear } from './abuse.fixture.ts'
import { until } from './arena.fixture.ts'

const LINE = `${'x'.repeat(1023)}\n`

/** A match without an end. */
function longFeed(length: number) {
  const lines = Array.from({ length }, () => LINE)
  const listeners = new Set<() => void>()
  let isOver = false
  const announce = (): void => {
    for (const listener of listeners) listener()
  }
  const feed: Feed = {
    lines: () => lines,
    get isOver() {
      return isOver
    },
    isCut: false,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    feed,
    listeners,
    add(count: number) {
      for (let n = 0; n < count; n++) lines.push(LINE)
      announce()
    },
    end() {
      isOver = true
      announce()
    },
  }
}

const ENCODING: Encoding = { line: (index, line) => `${index} ${line}`, end: 'end\n' }

/** A real server with one match that can be watched, at `/events` and at `/socket`. */
async function openShow(length: number) {
  const match = longFeed(length)
  const broadcast = openBroadcast(match.feed, ENCODING)
  let watching = 0
  const app = fastify({ forceCloseConnections: true })
  await app.register(websocket)
  app.get('/events', (request, reply) => {
    const stream = openEventStream(request, reply)
    watching++
    stream.onClose(() => void watching--)
    stream.onClose(broadcast.join(stream, 0))
  })
  app.get('/socket', { websocket: true }, (socket) => {
    watching++
    socket.on('close', () => void watching--)
    socket.on('close', broadcast.join(openSocketStream(socket), 0))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    match,
    port: (app.server.address() as AddressInfo).port,
    watching: () => watching,
    [Symbol.asyncDispose]: () => app.close(),
  }
}

const indicesIn = (text: string): readonly number[] =>
  [...text.matchAll(/^(\d+) x/gm)].map(([, index]) => Number(index))

describe('a spectator', () => {
  test('that joins a very long match late gets all of it, over either transport', async () => {
    await using show = await openShow(8_000)
    const socket = await dial(show.port)
    const heard = hear(socket)
    socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const messages: string[] = []
    const client = new WebSocket(`ws://127.0.0.1:${show.port}/socket`)
    client.on('message', (data) => void messages.push(Buffer.isBuffer(data) ? data.toString() : ''))
    const closed = once(client, 'close')
    await until(() => (show.match.listeners.size > 0 && messages.length >= 8_000 ? true : undefined))
    show.match.add(10)
    show.match.end()
    const expected = Array.from({ length: 8_010 }, (_, n) => n)
    expect(indicesIn(await heard)).toEqual(expected)
    await closed
    expect(indicesIn(messages.join('\n'))).toEqual(expected)
    expect(show.match.listeners.size).toBe(0)
  })

  test('that does not read is disconnected once it is too far behind, and nothing is kept for it', async () => {
    await using show = await openShow(1)
    const deaf = await dial(show.port)
    deaf.pause()
    deaf.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const client = new WebSocket(`ws://127.0.0.1:${show.port}/socket`)
    await once(client, 'open')
    client.pause()
    await until(() => (show.watching() === 2 ? true : undefined))
    for (let sent = 0; sent < 200 && show.watching() > 0; sent++) {
      show.match.add(256)
      await new Promise((resolve) => void setImmediate(resolve))
    }
    await until(() => (show.watching() === 0 ? true : undefined))
    expect(show.match.listeners.size).toBe(0)
    deaf.destroy()
    client.terminate()
  })
})
