import type { Socket } from 'node:net'
import type { App } from './context.ts'

/** The server reads no further from a connection while more requests than this wait there. One read may bring several hundred. */
const MOST_WAITING = 16

/**
 * Runs the requests of one connection one after the other. Node reads pipelined requests all at once, and gives the connection
 * to the next response when the one before is sent: only then does the next request run, after the requests of all other
 * connections. When the connection closes, the requests that wait there never run.
 */
export function queuePipelined(app: App): void {
  const queues = new WeakMap<Socket, Queue>()

  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket) return done()
    const { socket } = request.raw
    const queue = queues.get(socket) ?? openQueue(socket)
    queues.set(socket, queue)
    queue.add()
    reply.raw.once('socket', () =>
      setImmediate(() => {
        queue.remove()
        if (!socket.destroyed) return done()
        reply.hijack()
      }),
    )
  })
}

interface Queue {
  add(): void
  remove(): void
}

function openQueue(socket: Socket): Queue {
  let size = 0
  const pauseIfLong = (): void => {
    if (size > MOST_WAITING) socket.pause()
  }
  // Node resumes a connection by itself when it is done with a request.
  socket.on('resume', pauseIfLong)
  return {
    add() {
      size++
      pauseIfLong()
    },
    remove() {
      size--
      if (size === MOST_WAITING) socket.resume()
    },
  }
}
