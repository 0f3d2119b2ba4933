import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { isObject } from '../base/json.ts'
import { RequestError } from '../protocols/request-error.ts'
import type { App } from './context.ts'

/** Reads JSON as the framework does, but refuses bytes that are not UTF-8; the framework would replace them. */
export function readBodies(app: App): void {
  app.decorateRequest('unreadBody', undefined)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null)
    if (!Buffer.isBuffer(body) || !isUtf8(body)) return done(NOT_UTF8)
    const text = body.toString()
    void parseJson(request, text, (error, value) => {
      if (error) request.unreadBody = text
      done(error, value)
    })
  })
  // The framework would take plain text for a body, which no route expects.
  app.removeContentTypeParser('text/plain')
  // An empty body is no body: HTTP libraries give it any content type.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) =>
    done(body.length === 0 ? null : wrongType(request)),
  )
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && mayBeEmpty(request.routeOptions.schema?.body)) request.body = {}
    done()
  })
}

/** Whether no body says the same as `{}`: every field of the schema is optional. */
export const mayBeEmpty = (schema: unknown): boolean =>
  isObject(schema) && schema['type'] === 'object' && schema['required'] === undefined

const wrongType = ({ routeOptions: { schema } }: FastifyRequest): RequestError => {
  const types = (schema?.consumes ?? ['application/json']).join(' or ')
  return new RequestError(
    'bad-media-type',
    `Cannot read the body: expected the header "Content-Type: ${types}"`,
  )
}

const NOT_UTF8 = new RequestError('bad-request', 'Cannot read the request: expected it in UTF-8')
