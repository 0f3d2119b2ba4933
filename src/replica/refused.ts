import type { FastifyReply } from 'fastify'
import type { UpstreamAnswer } from './upstream.ts'

/** The arena refused a stream: the client gets the words of the arena. */
export class Refused extends Error {
  readonly answer: UpstreamAnswer
  constructor(answer: UpstreamAnswer) {
    super(`the arena answers ${answer.status}`)
    this.answer = answer
  }
}

export function tellRefusal({ answer }: Refused, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = answer
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  return reply
    .code(status)
    .type(headers['content-type'] ?? 'application/json; charset=utf-8')
    .send(body)
}
