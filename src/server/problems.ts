import type { Problem, Result } from '../base/result.ts'

/** What a refused request is told; thrown by routes, written by the error handler. */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  /** Which part of the request is wrong. */
  readonly at: string | undefined
  constructor(status: number, code: string, message: string, retryAfter?: number, at?: string) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.at = at
  }
}

/** The status of each code that is not simply a bad request. */
const STATUS: Readonly<Record<string, number>> = {
  'name-taken': 409,
  'not-open': 409,
  'own-match': 409,
  'too-many-games': 429,
  'too-many-waiting': 429,
  'records-busy': 503,
  'not-found': 404,
  busy: 429,
  'battle-open': 409,
  unanswered: 429,
  'run-open': 409,
  'too-many-keys': 409,
  'last-key': 409,
  'unknown-match': 404,
  'unknown-version': 404,
  'not-unjudged': 409,
  'too-big': 413,
  invitation: 403,
  'unknown-tournament': 404,
  'tournament-over': 409,
  withdrawn: 409,
  'no-room': 507,
  'team-quota': 413,
}

const refusal = ({ code, message, at }: Problem): RequestError =>
  new RequestError(STATUS[code] ?? 400, code, message, undefined, at)

/** The value, or an answer that says why not. */
export function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw refusal(result.problem)
}

export const notFound = (what: string): RequestError =>
  new RequestError(404, 'not-found', `There is no ${what}`)

/** What was asked for, or an answer that there is none. */
export function found<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value
  throw notFound(what)
}

export const tooFast = (retryAfter: number): RequestError =>
  new RequestError(429, 'too-fast', 'Too many requests: wait as long as Retry-After says', retryAfter)

export const forbidden = (message: string): RequestError => new RequestError(403, 'forbidden', message)
