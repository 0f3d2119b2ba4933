import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Result } from '../../base/result.ts'
import { explainError } from '../../protocols/explain-error.ts'
import { errorOf, pollingError, type ErrorCode, type PollingError } from './errors.ts'
import { encodeDocument, parseFormat, type Encoded, type Format } from './format.ts'

/** Thrown by a route to refuse its request in the wire's own words. */
export class PollingRefusal extends Error {
  readonly refused: PollingError
  constructor(refused: PollingError) {
    super(refused.document.message)
    this.refused = refused
  }
}

export const refuse = (code: ErrorCode, message?: string): PollingRefusal =>
  new PollingRefusal(pollingError(code, message))

/** The value, or an answer that says why not. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new PollingRefusal(errorOf(result.problem))
}

export const answer = (reply: FastifyReply, format: Format, document: object, status: number): FastifyReply =>
  reply.code(status).send(written(reply, format, document))

export const written = (reply: FastifyReply, format: Format, document: object): Encoded['body'] =>
  bodyOf(reply, encodeDocument(format, document))

/** The body to send. A route returns it and not the reply: Fastify awaits a returned reply until all of it is sent. */
export function bodyOf(reply: FastifyReply, { contentType, body }: Encoded): Encoded['body'] {
  void reply.header('cache-control', 'no-store').type(contentType)
  return body
}

/** Errors come in the format that was asked for; JSON if that is what is wrong. */
export function formatIn(request: FastifyRequest): Format {
  const [path = ''] = request.url.split('?')
  const format = parseFormat(path.slice(path.lastIndexOf('.') + 1))
  return format.ok ? format.value : 'json'
}

/** The wire's own words for what the server refuses. */
export function refusalOf(error: unknown): PollingError {
  const { status, message } = explainError(error)
  if (status === 403) return pollingError('wrong-key')
  // The disk is full: it says so, and when to come again.
  if (status === 507) return pollingError('unavailable', message)
  const code = CODE_OF[status]
  if (code !== undefined) return pollingError(code)
  return status < 500 ? pollingError('bad-request', message) : pollingError('server-error')
}

const CODE_OF: Readonly<Record<number, ErrorCode>> = {
  404: 'unknown-address',
  405: 'wrong-method',
  413: 'too-big',
  429: 'too-fast',
  503: 'unavailable',
}
