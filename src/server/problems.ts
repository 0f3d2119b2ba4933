import type { Problem, Result } from '../base/result.ts'
import { RequestError } from '../protocols/request-error.ts'

export { forbidden, found, notFound, RequestError, tooFast } from '../protocols/request-error.ts'

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
