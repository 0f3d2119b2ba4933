import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import type { RequestCode } from '../base/problem-codes.ts'
import { RequestError } from './request-error.ts'

interface Explained {
  readonly status: number
  readonly code: RequestCode
  readonly message: string
  readonly retryAfter?: number | undefined
  readonly at?: string | undefined
  readonly match?: string | undefined
}

/** What a client is told of an error, whether a handler, the framework or a fault of ours threw it. */
export function explainError(error: unknown): Explained {
  if (error instanceof RequestError) return error
  const { statusCode = 500, validation, code = '', message } = error as Partial<FastifyError>
  const known = FRAMEWORK_ERRORS[code]
  if (known) return new RequestError(...known)
  if (validation) return new RequestError('bad-request', unreadable(message), { at: pathOf(validation[0]) })
  if (statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: 'bad-request', message: unreadable(message) }
  return new RequestError('server-error', 'The server failed; all acknowledged moves are safe, try again')
}

const unreadable = (why = ''): string => `Cannot read the request: ${why}`

/** The field that a schema refused, like `settings.width`. */
function pathOf(error: FastifySchemaValidationError | undefined): string | undefined {
  const { instancePath = '', params } = error ?? {}
  const missing = params?.['missingProperty'] ?? params?.['additionalProperty']
  const names = [...instancePath.split('/').slice(1), ...(typeof missing === 'string' ? [missing] : [])]
  return names.length > 0 ? names.join('.') : undefined
}

/** Errors whose own words would repeat the address, which may hold a key, or say less. */
const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [RequestCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-big', 'Cannot read the request: its body is too big'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['bad-media-type', 'Cannot read the request: expected another media type'],
  FST_ERR_BAD_URL: ['bad-address', 'Cannot read the address: expected it in UTF-8'],
  FST_ERR_MAX_PARAM_LENGTH: ['too-long', 'Cannot read the address: it is too long'],
}
