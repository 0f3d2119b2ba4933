import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { JsonObject } from '../../base/json.ts'
import { textOf, typeOf } from '../../protocols/any-body.ts'
import { readBody } from '../../protocols/read-body.ts'

/** How this wire takes requests and refuses them. Its clients expect nothing but `error` in a refusal. */
export const WIRE = { tags: ['SSE arena'], problem: Type.Object({ error: Type.String() }) }

export const GameParams = Type.Object({
  game: Type.String({ description: '`tic-tac-toe` or `quoridor`', examples: ['tic-tac-toe'] }),
})

export const BODIES = ['application/json', 'application/x-www-form-urlencoded']

/** A refusal of this wire: its contest prescribes statuses and sentences, and knows no codes. */
export const refuse = (statusCode: number, message: string): Error =>
  Object.assign(new Error(message), { statusCode })

/** The fields of a request; none if it has no readable body. */
export function bodyOf(request: FastifyRequest): JsonObject {
  const body = readBody(textOf(request), typeOf(request))
  if (body.ok) return body.value
  if (textOf(request).trim() === '') return {}
  throw refuse(400, body.problem.message)
}
