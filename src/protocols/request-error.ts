import { isRequestCode, statusOf, type RequestCode } from '../base/problem-codes.ts'
import type { Result } from '../base/result.ts'

interface Details {
  /** Seconds after which the client may try again. */
  readonly retryAfter?: number | undefined
  /** Which part of the request is wrong. */
  readonly at?: string | undefined
  /** The key of the match that is in the way. */
  readonly match?: string | undefined
}

/** A refused request: handlers throw it, the error handler answers with it. */
export class RequestError extends Error {
  readonly code: RequestCode
  readonly status: number
  readonly retryAfter: number | undefined
  readonly at: string | undefined
  readonly match: string | undefined
  constructor(code: RequestCode, message: string, { retryAfter, at, match }: Details = {}) {
    super(message)
    this.code = code
    this.status = statusOf(code)
    this.retryAfter = retryAfter
    this.at = at
    this.match = match
  }
}

/** The value, or an answer that says why not. A problem that clients should never meet is a fault of the server. */
export function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value
  const { code, message, at, match } = result.problem
  throw isRequestCode(code)
    ? new RequestError(code, message, { at, match })
    : new Error(`${message} (${code})`)
}

export const notFound = (what: string): RequestError => new RequestError('not-found', `There is no ${what}`)

/** What was asked for, or an answer that there is none. */
export function found<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value
  throw notFound(what)
}

export const tooFast = (retryAfter: number): RequestError =>
  new RequestError('too-fast', 'Too many requests: wait as long as Retry-After says', { retryAfter })

export const forbidden = (message: string): RequestError => new RequestError('forbidden', message)
