import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream } from './event-pump.ts'

export interface BattleStream extends EventStream {
  /** Calls back when the other side has gone, or all has been sent. */
  onClose(callback: () => void): void
}

/**
 * Takes the reply over as the stream of a battle. Nothing is written to it but events, not even to keep it alive: teams read it
 * line by line, or chunk by chunk, and take every chunk for an event.
 */
export function openBattleStream(request: FastifyRequest, reply: FastifyReply): BattleStream {
  reply.hijack()
  const { raw } = reply
  const { socket } = request.raw
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    // Some clients read until the connection ends.
    connection: 'close',
  })
  raw.flushHeaders()
  socket.setNoDelay(true)
  raw.on('error', () => {})
  // A socket that was closed before this point emits no `close` any more.
  if (socket.destroyed) raw.destroy()
  return {
    // Node gathers the writes of one tick into one chunk, so the next event waits for the callback.
    write: (chunk, onWritten) => void raw.write(chunk, (error) => error ?? onWritten()),
    end: () => void raw.end(),
    onClose: (callback) => void (raw.closed ? callback() : raw.on('close', callback)),
  }
}
