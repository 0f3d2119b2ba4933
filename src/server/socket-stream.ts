import type { WebSocket } from '@fastify/websocket'
import type { Spectator } from './broadcast.ts'
import { HEARTBEAT_MS, MAX_BEHIND } from './event-stream.ts'

/** Pings within a heartbeat; browsers send none. */
const MOST_PINGS = 10

/**
 * A spectator over a WebSocket: one message for each line, unless `messagesOf` cuts a chunk otherwise. A client that does not answer a
 * heartbeat has gone. Spectators have nothing to send: a client that sends messages is disconnected, so that reading them takes no time.
 */
export function openSocketStream(
  socket: WebSocket,
  messagesOf: (chunk: string) => readonly string[] = linesOf,
): Spectator {
  let isAlive = true
  let pings = 0
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    pings = 0
    socket.ping()
  }, HEARTBEAT_MS)
  const cutOff = (): void => {
    socket.pause()
    socket.close(1008, 'Spectators must not send anything')
    // Without a closing handshake: to read its answer the server would have to read all that it sends.
    setImmediate(() => socket.terminate())
  }
  socket.on('message', cutOff)
  socket.on('ping', () => ++pings > MOST_PINGS && cutOff())
  socket.on('pong', () => void (isAlive = true))
  socket.on('close', () => clearInterval(heartbeat))
  socket.on('error', () => {})
  return {
    send(chunk) {
      for (const message of messagesOf(chunk)) socket.send(message)
      if (socket.bufferedAmount > MAX_BEHIND) socket.terminate()
    },
    whenSent: (callback) => socket.ping(undefined, undefined, (error) => error ?? callback()),
    end: () => socket.close(1000),
  }
}

const linesOf = (chunk: string): readonly string[] => chunk.split('\n').filter((line) => line !== '')
