import type { FastifyError } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { RequestError } from './request-error.ts'

/** What a request is told that failed, whoever threw. */
export function explainError(error: unknown): {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfter?: number | undefined
  readonly at?: string | undefined
} {
  if (error instanceof RequestError) return error
  const { statusCode = 500, validation, code, message } = error as Partial<FastifyError>
  if (validation)
    return {
      status: 400,
      code: 'bad-request',
      message: `Cannot read the request: ${message}`,
      at: placeOf(validation[0]),
    }
  if (statusCode >= 400 && statusCode < 500)
    return {
      status: statusCode,
      ...(WORDS[code ?? ''] ?? { code: 'bad-request', message: `Cannot read the request: ${message}` }),
    }
  return {
    status: 500,
    code: 'server-error',
    message: 'The server failed; what was played is safe, try again',
  }
}

/** Which part of the body or the query failed, as a path: `settings.width`; undefined if all of it did. */
function placeOf(failure: FastifySchemaValidationError | undefined): string | undefined {
  const missing = failure?.params['missingProperty']
  const path = failure?.instancePath.split('/').slice(1) ?? []
  const parts = typeof missing === 'string' ? [...path, missing] : path
  return parts.length === 0 ? undefined : parts.join('.')
}

/** Where the framework would repeat the address, which may hold a key, or say it less well. */
const WORDS: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too-big', message: 'Cannot read the request: its body is too big' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'bad-media-type',
    message: 'Cannot read the request: expected another media type',
  },
  FST_ERR_BAD_URL: { code: 'bad-address', message: 'Cannot read the address: expected it in UTF-8' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'too-long', message: 'Cannot read the address: it is too long' },
}
