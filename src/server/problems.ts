import type { Problem } from '../base/result.ts'

/** What a refused request is told; thrown by routes, written by the error handler. */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The status of each code that is not simply a bad request. */
const STATUS: Readonly<Record<string, number>> = {
  'name-taken': 409,
  'not-open': 409,
  'own-match': 409,
  'too-many-games': 429,
  busy: 429,
  'run-open': 409,
  'too-many-keys': 409,
  'unknown-match': 404,
  'too-big': 413,
  invitation: 403,
  'unknown-tournament': 404,
  'tournament-over': 409,
}

export const refusal = ({ code, message }: Problem): RequestError =>
  new RequestError(STATUS[code] ?? 400, code, message)

export const notFound = (what: string): RequestError =>
  new RequestError(404, 'not-found', `There is no ${what}`)

export const tooFast = (retryAfter: number): RequestError =>
  new RequestError(429, 'too-fast', 'Too many requests: wait as long as Retry-After says', retryAfter)

export const forbidden = (message: string): RequestError => new RequestError(403, 'forbidden', message)
