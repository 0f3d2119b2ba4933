import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { JsonObject } from '../../base/json.ts'
import { readBody } from '../../protocols/read-body.ts'
import type { App } from '../../protocols/wire-server.ts'

/** How this wire takes requests and refuses them. Its clients expect nothing but `error` in a refusal. */
export const WIRE = { tags: ['SSE arena'], problem: Type.Object({ error: Type.String() }) }

export const GameParams = Type.Object({
  game: Type.String({ description: '`tic-tac-toe` or `quoridor`', examples: ['tic-tac-toe'] }),
})

export const BODIES = ['application/json', 'application/x-www-form-urlencoded']

/** A refusal of this wire: its contest prescribes statuses and sentences, and knows no codes. */
export const refuse = (statusCode: number, message: string): Error =>
  Object.assign(new Error(message), { statusCode })

/** Routes read the bodies themselves, whatever their media type. */
export function takeAnyBody(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    bodyTypes.set(request, headers['content-type'] ?? '')
    headers['content-type'] = 'text/plain'
    done()
  })
}

/** The media types that requests gave for their bodies. */
const bodyTypes = new WeakMap<FastifyRequest, string>()

export const typeOf = (request: FastifyRequest): string | undefined => bodyTypes.get(request)

export const textOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** The fields of a request; none if it has no readable body. */
export function bodyOf(request: FastifyRequest): JsonObject {
  const body = readBody(textOf(request), typeOf(request))
  if (body.ok) return body.value
  if (textOf(request).trim() === '') return {}
  throw refuse(400, body.problem.message)
}
