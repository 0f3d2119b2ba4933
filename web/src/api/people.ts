import { ok, type Result } from '../../../src/base/result.ts'
import type {
  ActionBody,
  ActionList,
  BecomeOrganiserBody,
  KeyList,
  NewKeyBody,
  NewPersonBody,
  PersonBody,
  PersonList,
  RegistrationBody,
  SignInLinkBody,
  StatisticsBody,
  TeamBody,
  TeamList,
} from '../../../src/api/people.ts'
import { fetchAll } from './fetch-all.ts'
import { API, queryOf, request } from './request.ts'
import type { ListPage } from './use-pages.ts'

const player = (id: number): string => `${API}/players/${id}`

export const fetchPerson = (id: number, signal: AbortSignal): Promise<Result<PersonBody>> =>
  request(player(id), { signal })

export const fetchStatistics = (id: number, signal: AbortSignal): Promise<Result<StatisticsBody>> =>
  request(`${player(id)}/statistics`, { signal })

export const fetchKeys = (id: number, signal: AbortSignal): Promise<Result<KeyList>> =>
  request(`${player(id)}/keys`, { signal })

export const addKey = (id: number): Promise<Result<NewKeyBody>> =>
  request(`${player(id)}/keys`, { method: 'POST' })

export const rotateKey = (id: number, key: string): Promise<Result<NewKeyBody>> =>
  request(`${player(id)}/keys/${key}/rotate`, { method: 'POST' })

export const revokeKey = (id: number, key: string): Promise<Result<unknown>> =>
  request(`${player(id)}/keys/${key}`, { method: 'DELETE' })

export const becomeOrganiser = (token: string): Promise<Result<NewPersonBody>> =>
  request(`${API}/organiser`, { method: 'POST', json: { token } satisfies BecomeOrganiserBody })

export const registerTeam = (name: string): Promise<Result<NewPersonBody>> =>
  request(`${API}/players`, { method: 'POST', json: { name } satisfies RegistrationBody })

export async function fetchTeams(signal: AbortSignal): Promise<Result<readonly PersonBody[]>> {
  const all = await fetchAll((query) =>
    request<PersonList>(`${API}/players${queryOf(query)}`, { signal }).then((page) =>
      page.ok ? ok(page.value.players) : page,
    ),
  )
  return all.ok ? ok(all.value.filter(({ role }) => role === 'player')) : all
}

/** Teams as everybody sees them, one page in ascending order of ids. */
export async function fetchPublicTeams(
  search: string,
  after?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<TeamBody>>> {
  const limit = 50
  const query = queryOf({ search: search === '' ? undefined : search, after, limit })
  const page = await request<TeamList>(`${API}/teams${query}`, { signal })
  if (!page.ok) return page
  const rows = page.value.teams
  return ok({ rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) })
}

/** A link that signs the team in once. */
export const makeSignInLink = (id: number): Promise<Result<SignInLinkBody>> =>
  request(`${player(id)}/sign-in-links`, { method: 'POST' })

/** What organisers did, newest first. */
export async function fetchActions(
  before?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<ActionBody>>> {
  const page = await request<ActionList>(`${API}/actions${queryOf({ before, limit: 20 })}`, { signal })
  return page.ok ? ok({ rows: page.value.actions, next: page.value.next }) : page
}
