import type { FastifyRequest } from 'fastify'
import type { App } from './wire-server.ts'

/** Routes read the bodies themselves, whatever their media type: fastify refuses a type that it cannot read. */
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
