import { ok, type Result } from '../../../src/base/result.ts'
import type {
  CaseList,
  NewRunBody,
  NewTeamUrlBody,
  RunBody,
  RunHeadBody,
  RunList,
  TeamUrlsBody,
} from '../../../src/api/evaluations.ts'
import { API, queryOf, request } from './request.ts'
import type { ListPage } from './use-pages.ts'

const urlsOf = (player: number): string => `${API}/players/${player}/team-urls`

export const fetchTeamUrls = (player: number, signal: AbortSignal): Promise<Result<TeamUrlsBody>> =>
  request(urlsOf(player), { signal })

/** With `null` the team waits nowhere any more. */
export const setTeamUrl = (
  player: number,
  challenge: string,
  url: string | null,
): Promise<Result<TeamUrlsBody>> =>
  request(urlsOf(player), { method: 'PUT', json: { challenge, url } satisfies NewTeamUrlBody })

export const fetchCases = (challenge: string, signal: AbortSignal): Promise<Result<CaseList>> =>
  request(`${API}/evaluations/cases${queryOf({ challenge })}`, { signal })

export async function fetchRuns(
  player: number,
  before?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<RunHeadBody>>> {
  const url = `${API}/evaluations${queryOf({ player, before, limit: 10 })}`
  const page = await request<RunList>(url, { signal })
  return page.ok ? ok({ rows: page.value.evaluations, next: page.value.next }) : page
}

export const fetchRun = (id: number, signal: AbortSignal): Promise<Result<RunBody>> =>
  request(`${API}/evaluations/${id}`, { signal })

/** All cases, or one. */
export const beginRun = (player: number, challenge: string, caseType: string): Promise<Result<RunBody>> =>
  request(`${API}/evaluations`, {
    method: 'POST',
    json: { player, challenge, ...(caseType !== '' && { caseType }) } satisfies NewRunBody,
  })
