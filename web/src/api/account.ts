import { ok, type Result } from '../../../src/base/result.ts'
import { API } from './api.ts'
import { setMe, type PersonInfo } from './me.ts'
import { request } from './request.ts'

/** Asks the server again who is signed in. */
export async function refreshMe(): Promise<void> {
  const me = await request<PersonInfo>(`${API}/me`)
  if (me.ok) setMe(me.value)
}

export async function signIn(key: string): Promise<Result<PersonInfo>> {
  const person = await request<PersonInfo>(`${API}/session`, { method: 'POST', json: { key } })
  if (person.ok) setMe(person.value)
  return person
}

/** Registers a name and signs in with it; the key is shown once. */
export async function register(name: string): Promise<Result<{ readonly key: string }>> {
  const made = await request<PersonInfo & { readonly key: string }>(`${API}/players`, {
    method: 'POST',
    json: { name },
  })
  if (!made.ok) return made
  const { key } = made.value
  const person = await signIn(key)
  return person.ok ? ok({ key }) : person
}

export async function signOut(): Promise<void> {
  await request(`${API}/session`, { method: 'DELETE' })
  setMe(undefined)
}
