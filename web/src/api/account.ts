import type { PersonBody, SessionBody, SignInBody, UseSignInLinkBody } from '../../../src/api/people.ts'
import type { Result } from '../../../src/base/result.ts'
import { meChanges, setMe } from './me.ts'
import { registerTeam } from './people.ts'
import { API, request } from './request.ts'

/** Asks the server again who is signed in. */
export async function refreshMe(): Promise<Result<SessionBody>> {
  const changesBefore = meChanges()
  const session = await request<SessionBody>(`${API}/session`)
  if (session.ok && meChanges() === changesBefore) setMe(session.value.person ?? undefined)
  return session
}

export async function signIn(key: string): Promise<Result<PersonBody>> {
  const person = await request<PersonBody>(`${API}/session`, {
    method: 'POST',
    json: { key } satisfies SignInBody,
  })
  if (person.ok) setMe(person.value)
  return person
}

/** Signs in by the token of a sign-in link, which works once. */
export async function signInByLink(token: string): Promise<Result<PersonBody>> {
  const person = await request<PersonBody>(`${API}/session/link`, {
    method: 'POST',
    json: { token } satisfies UseSignInLinkBody,
  })
  if (person.ok) setMe(person.value)
  return person
}

/** The new key. The server shows it once, so it is kept in memory until the page is closed. */
let fresh: { readonly person: number; readonly key: string } | undefined

/** The key of a team that was registered on this page. */
export const freshKey = (me: PersonBody): string | undefined =>
  fresh?.person === me.id ? fresh.key : undefined

/** Registers a name and signs in with it. */
export async function register(name: string): Promise<Result<PersonBody>> {
  const made = await registerTeam(name)
  if (!made.ok) return made
  const { id, key } = made.value
  fresh = { person: id, key }
  return signIn(key)
}

export async function signOut(): Promise<void> {
  const ended = await request(`${API}/session`, { method: 'DELETE' })
  // While the session lasts, the page must not look as if it had ended.
  if (!ended.ok && ended.problem.code !== 'no-key') return
  fresh = undefined
  setMe(undefined)
}
