import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Spectator } from './broadcast.ts'

/** A client that has this much unread is disconnected (back-pressure); it may connect again and resume. */
export const MAX_BEHIND = 1 << 20
export const HEARTBEAT_MS = 15_000
/** A client that takes nothing of what waits for it during so many heartbeats does not read: it is disconnected. */
const MOST_STALLED = 4
/** Clients ignore it. It shows that the connection is alive. */
export const HEARTBEAT = ': \n\n'

export interface EventStream extends Spectator {
  /** Calls back when the client has gone, or was disconnected. */
  onClose(callback: () => void): void
}

/** Takes the reply over and keeps it open as a stream of server-sent events. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack()
  const { raw } = reply
  // It ends with its connection, so that an event is one write and not three.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  request.raw.socket.setNoDelay(true)
  const heartbeat = setInterval(beat, HEARTBEAT_MS)
  raw.on('close', () => clearInterval(heartbeat))
  raw.on('error', () => {})
  // The client may have left already: then there is no `close` event any more.
  if (request.raw.socket.destroyed) raw.destroy()

  let written = 0
  let takenBefore = 0
  let stalled = 0

  function beat(): void {
    const taken = written - raw.writableLength
    // What is written counts some bytes more than its text, so `taken` falls a little when nothing was taken.
    stalled = raw.writableLength > 0 && taken <= takenBefore ? stalled + 1 : 0
    takenBefore = taken
    if (stalled >= MOST_STALLED) raw.destroy()
    else if (raw.writableLength === 0) send(HEARTBEAT)
  }

  function send(chunk: string): void {
    if (raw.destroyed || raw.writableEnded) return
    written += chunk.length
    raw.write(chunk)
    if (raw.writableLength > MAX_BEHIND) raw.destroy()
  }
  return {
    send,
    whenSent: (callback) =>
      void (raw.writableNeedDrain ? raw.once('drain', callback) : setImmediate(callback)),
    end: () => void raw.end(),
    onClose: (callback) => void (raw.closed ? callback() : raw.on('close', callback)),
  }
}

/** One event, as it is written; without a name it is a message. */
export const eventText = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`

/** Headers that hooks have set (security, limits) go out with the stream as well. */
const headersOf = (reply: FastifyReply): Record<string, string | number | string[]> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** The first event to send: the one after the last that the client saw, by `Last-Event-ID` or the query. */
export function lastEventId(request: FastifyRequest): number {
  const given = request.headers['last-event-id'] ?? (request.query as { after?: unknown }).after
  const id = typeof given === 'string' || typeof given === 'number' ? Number(given) : NaN
  return Number.isSafeInteger(id) && id >= 0 ? id + 1 : 0
}
