import type { WebSocket } from '@fastify/websocket'
import type { Spectator } from './broadcast.ts'
import { HEARTBEAT_MS, MAX_BEHIND } from './event-stream.ts'

/** Somebody who watches over a WebSocket: a message a line. Who does not answer a heartbeat has gone. */
export function openSocketStream(socket: WebSocket): Spectator {
  let isAlive = true
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, HEARTBEAT_MS)
  socket.on('pong', () => void (isAlive = true))
  socket.on('close', () => clearInterval(heartbeat))
  socket.on('error', () => {})
  return {
    send(chunk) {
      for (const message of chunk.split('\n')) if (message !== '') socket.send(message)
      if (socket.bufferedAmount > MAX_BEHIND) socket.terminate()
    },
    whenSent: (callback) => socket.ping(undefined, undefined, (error) => error ?? callback()),
    end: () => socket.close(1000),
  }
}
