import type { Result } from '../../../src/base/result.ts'
import { API } from './api.ts'
import { setMe, type PersonInfo } from './me.ts'
import { request } from './request.ts'

/** Asks the server again who is signed in. */
export async function refreshMe(): Promise<Result<PersonInfo>> {
  const me = await request<PersonInfo>(`${API}/me`)
  if (me.ok) setMe(me.value)
  return me
}

export async function signIn(key: string): Promise<Result<PersonInfo>> {
  const person = await request<PersonInfo>(`${API}/session`, { method: 'POST', json: { key } })
  if (person.ok) setMe(person.value)
  return person
}

/** What the server tells once: it is kept for as long as this page is open. */
let fresh: { readonly person: number; readonly key: string } | undefined

/** The key of somebody who was registered just now. */
export const freshKey = (me: PersonInfo): string | undefined =>
  fresh?.person === me.id ? fresh.key : undefined

/** Registers a name and signs in with it. */
export async function register(name: string): Promise<Result<PersonInfo>> {
  const made = await request<PersonInfo & { readonly key: string }>(`${API}/players`, {
    method: 'POST',
    json: { name },
  })
  if (!made.ok) return made
  const { id, key } = made.value
  fresh = { person: id, key }
  return signIn(key)
}

export async function signOut(): Promise<void> {
  await request(`${API}/session`, { method: 'DELETE' })
  fresh = undefined
  setMe(undefined)
}
