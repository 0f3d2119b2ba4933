import type { WebSocket } from '@fastify/websocket'
import { HEARTBEAT, HEARTBEAT_MS, type EventStream } from './event-stream.ts'
import { openSocketStream } from './socket-stream.ts'

/** Sends the text of an event stream over a WebSocket, in messages of whole events. Pages see no pings, so the heartbeat is text as well. */
export function openEventSocket(socket: WebSocket): EventStream {
  const stream = openSocketStream(socket, (chunk) => [chunk])
  const heartbeat = setInterval(() => stream.send(HEARTBEAT), HEARTBEAT_MS)
  const onClose = (callback: () => void): void =>
    void (socket.readyState === socket.CLOSED ? callback() : socket.on('close', callback))
  onClose(() => clearInterval(heartbeat))
  return { ...stream, onClose }
}
