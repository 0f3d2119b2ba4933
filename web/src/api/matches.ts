import { ok, type Result } from '../../../src/base/result.ts'
import type { LogsBody, MatchBody, MatchList, MatchQuery, NewMatchBody } from '../../../src/api/matches.ts'
import { API, queryOf, request, requestText } from './request.ts'
import type { ListPage } from './use-pages.ts'

export const recordUrl = (match: number): string => `${API}/matches/${match}/record`

export const fetchMatches = (query: MatchQuery, signal?: AbortSignal): Promise<Result<MatchList>> =>
  request(`${API}/matches${queryOf(query)}`, { signal })

export const fetchMatch = (id: number, signal: AbortSignal): Promise<Result<MatchBody>> =>
  request(`${API}/matches/${id}`, { signal })

/** A match between two players, each `bot:ID`, `bot:ID@VERSION` or `house:NAME`. A team names one of its own bots. */
export const startMatch = (json: NewMatchBody): Promise<Result<MatchBody>> =>
  request(`${API}/matches`, { method: 'POST', json })

export const fetchRecord = (match: number, signal: AbortSignal): Promise<Result<string>> =>
  requestText(recordUrl(match), { signal })

export const fetchLogs = (match: number, signal: AbortSignal): Promise<Result<LogsBody>> =>
  request(`${API}/matches/${match}/logs`, { signal })

export async function fetchTeamMatches(
  player: number,
  before?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<MatchBody>>> {
  const page = await fetchMatches({ player, limit: 20, ...(before !== undefined && { before }) }, signal)
  return page.ok ? ok({ rows: page.value.matches, next: page.value.next }) : page
}
