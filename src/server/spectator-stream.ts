import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf } from './admit-requests.ts'
import type { ServerContext } from './context.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { RequestError } from '../protocols/request-error.ts'

/** An event stream that counts against the limit of spectators until it is closed; refused above the limit. */
export function openSpectatorStream(
  { streams }: Pick<ServerContext, 'streams'>,
  request: FastifyRequest,
  reply: FastifyReply,
): EventStream {
  const release = streams.take(ownerOf(request))
  if (!release) throw new RequestError('too-many-streams', TOO_MANY_STREAMS, { retryAfter: 10 })
  const stream = openEventStream(request, reply)
  stream.onClose(release)
  return stream
}

export const TOO_MANY_STREAMS = 'Cannot open another stream: too many are open, close one first'
