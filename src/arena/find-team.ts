import { fail, ok, type Result } from '../base/result.ts'
import type { Store } from '../store/store.ts'
import { findKey } from './people.ts'

/** The team with an API key. A session is none: only a browser may use it. */
export function findTeam(
  store: Store,
  text: string,
  now: number,
): Result<{ readonly person: number; readonly name: string }> {
  const key = findKey(store, text, now)
  const person = key?.use === 'api' ? store.person(key.person) : undefined
  return person
    ? ok({ person: person.id, name: person.name })
    : fail('wrong-key', 'Cannot play with this key: it is not valid, it may have been revoked')
}
