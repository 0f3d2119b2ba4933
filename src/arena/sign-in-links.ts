import { fail, ok, type Result } from '../base/result.ts'
import type { KeyRow, PersonRow, SignInLinkRow, Store } from '../store/store.ts'
import { apiKeyBehind, issueKey, type IssuedKey } from './people.ts'
import { drawSecret, hashSecret, isSecretOf } from './secret.ts'

const LINK_MS = 24 * 3_600_000

/** A link that signs a team in once. Its token is shown once: the store has only the hash of its secret part. */
export interface IssuedLink {
  readonly token: string
  readonly expires: number
}

/** Makes a link for a team; its earlier link ends. `by` is the key of the request: the organiser's, or the team's own. */
export function issueSignInLink(store: Store, team: PersonRow, now: number, by: KeyRow): Result<IssuedLink> {
  if (team.role !== 'player')
    return fail('forbidden', 'Cannot make a sign-in link for an organiser: an organiser signs in with a key')
  const { id, secret } = drawSecret()
  const expires = now + LINK_MS
  const from = by.person === team.id ? apiKeyBehind(by) : undefined
  store.append({
    kind: 'sign-in-link-issued',
    link: id,
    person: team.id,
    hash: hashSecret(secret),
    expires,
    ...(from !== undefined && { from }),
  })
  return ok({ token: `${id}.${secret}`, expires })
}

export interface SignedIn {
  readonly person: PersonRow
  readonly session: IssuedKey
}

/**
 * Uses a link up, and makes a session for its team. The session ends with the team's key that the link was made with. If the
 * organiser made the link, the session ends when the team revokes any key that is older than the session.
 */
export function acceptSignInLink(store: Store, token: string, now: number): Result<SignedIn> {
  const [, id = '', secret = ''] = /^([a-z0-9]{12})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  const link = store.signInLink(id)
  const isRight = isSecretOf(secret, link?.hash)
  const person = link && store.person(link.person)
  if (!link || !isRight || !person)
    return fail('unknown-link', 'There is no such sign-in link: copy the whole link, or ask for a new one')
  const source = link.from === undefined ? undefined : store.key(link.from)
  const usable = checkLink(link, source, now)
  if (!usable.ok) return usable
  store.append({ kind: 'sign-in-link-used', link: id })
  const session = issueKey(store, person.id, 'session', now, source)
  return session.ok ? ok({ person, session: session.value }) : session
}

function checkLink(link: SignInLinkRow, source: KeyRow | undefined, now: number): Result<void> {
  if (link.used !== undefined)
    return fail('used-link', 'This sign-in link was used already: it works once, ask for a new one')
  if (link.replaced !== undefined)
    return fail(
      'expired-link',
      'This sign-in link has ended: your team has a newer one, use that or ask again',
    )
  if (source?.revoked !== undefined)
    return fail(
      'expired-link',
      'This sign-in link has ended: the key that made it was revoked, ask for a new one',
    )
  return link.expires <= now
    ? fail('expired-link', 'This sign-in link has expired: it works for 24 hours, ask for a new one')
    : ok(undefined)
}
