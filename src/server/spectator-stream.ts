import type { WebSocket } from '@fastify/websocket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf } from './admit-requests.ts'
import type { ServerContext } from './context.ts'
import { openEventSocket } from './event-socket.ts'
import { HEARTBEAT, openEventStream, type EventStream } from './event-stream.ts'
import { RequestError } from '../protocols/request-error.ts'

/** Opens the stream that a client asked for, once it is sure that the server has it. */
export type OpenStream = () => EventStream

type Places = Pick<ServerContext, 'streams'>

/** An event stream that counts against the limit of spectators until it is closed; refused above the limit. */
export const overHttp =
  (context: Places, request: FastifyRequest, reply: FastifyReply): OpenStream =>
  () => {
    const release = takePlace(context, request)
    const stream = openEventStream(request, reply)
    stream.onClose(release)
    return stream
  }

/** The same over a WebSocket: it takes none of the six connections that a browser has for HTTP/1.1. */
export function overSocket(context: Places, request: FastifyRequest, socket: WebSocket): OpenStream {
  const release = takePlace(context, request)
  // Before the wait for what is streamed: frames of a client that sends some are not read meanwhile.
  const stream = openEventSocket(socket)
  stream.onClose(release)
  return () => {
    // The page learns that there is such a stream: a handshake alone does not say so.
    stream.send(HEARTBEAT)
    return stream
  }
}

/** The same for what only its owner may read: the stream ends before an event that its reader may not read any more, because the key was revoked. */
export const whileAllowed =
  (request: FastifyRequest, open: OpenStream): OpenStream =>
  () => {
    const stream = open()
    return {
      ...stream,
      send(chunk) {
        try {
          request.checkAccess()
        } catch {
          return stream.end()
        }
        stream.send(chunk)
      },
    }
  }

function takePlace({ streams }: Places, request: FastifyRequest): () => void {
  const release = streams.take(ownerOf(request))
  if (!release) throw new RequestError('too-many-streams', TOO_MANY_STREAMS, { retryAfter: 10 })
  return release
}

export const TOO_MANY_STREAMS = 'Cannot open another stream: too many are open, close one first'
