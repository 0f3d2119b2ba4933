import { connect, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { HEARTBEAT_MS, MAX_BEHIND, openEventStream, type EventStream } from './event-stream.ts'

afterEach(() => void vi.useRealTimers())

/** A client that has asked for a stream, and the stream. It reads nothing until it is told to. */
async function openPair() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const opened = deferred<EventStream>()
  const app = fastify({ forceCloseConnections: true })
  app.get('/', (request, reply) => opened.resolve(openEventStream(request, reply)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' })
  client.on('error', () => {})
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const stream = await opened.promise
  let isClosed = false
  stream.onClose(() => (isClosed = true))
  return {
    client,
    stream,
    isClosed: () => isClosed,
    async [Symbol.asyncDispose]() {
      client.destroy()
      await app.close()
    },
  }
}

const immediately = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Sends until the buffers of the operating system are full, and something waits in the stream. */
async function fill({ stream }: { readonly stream: EventStream }): Promise<void> {
  const piece = 'x'.repeat(MAX_BEHIND / 4)
  for (let waited = 0; waited < 50;) {
    let isSent = false
    stream.send(piece)
    stream.whenSent(() => (isSent = true))
    for (waited = 0; !isSent && waited < 50; waited++) await immediately()
  }
}

test.each(['before its end', 'after its end'])(
  'a client that reads nothing is disconnected after a minute, %s',
  async (when) => {
    await using pair = await openPair()
    await fill(pair)
    if (when === 'after its end') pair.stream.end()
    let beats = 0
    for (; !pair.isClosed() && beats < 50; beats++) {
      vi.advanceTimersByTime(HEARTBEAT_MS)
      await immediately()
    }
    // The operating system may still take some bytes in the first ones.
    expect(beats).toBeGreaterThanOrEqual(4)
    expect(pair.isClosed()).toBe(true)
  },
)

test('a client that reads stays, however long it was behind', async () => {
  await using pair = await openPair()
  const { client, stream } = pair
  for (let round = 0; round < 3; round++) {
    client.pause()
    await fill(pair)
    for (let beat = 0; beat < 3; beat++) vi.advanceTimersByTime(HEARTBEAT_MS)
    const sent = deferred()
    stream.whenSent(() => sent.resolve())
    client.resume()
    await sent.promise
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await immediately()
    expect(pair.isClosed()).toBe(false)
  }
})
