/** What a refused request is told; thrown by routes, written by the error handler. */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  /** Which part of the input is wrong. */
  readonly at: string | undefined
  constructor(status: number, code: string, message: string, retryAfter?: number, at?: string) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.at = at
  }
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
