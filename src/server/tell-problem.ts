import type { FastifyReply } from 'fastify'
import type { ProblemBody } from '../api/problems.ts'
import type { explainError } from '../protocols/explain-error.ts'

/** Answers a request with the reason why it is refused or failed. */
export function tellProblem(
  { status, code, message, retryAfter, at, match }: ReturnType<typeof explainError>,
  reply: FastifyReply,
): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      error: code,
      message,
      ...(at !== undefined && { at }),
      ...(match !== undefined && { match }),
    } satisfies ProblemBody)
}
