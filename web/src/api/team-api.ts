import { ok, type Result } from '../../../src/base/result.ts'
import type { PersonInfo } from './me.ts'
import { API, fetchMatches, type MatchInfo } from './api.ts'
import { request } from './request.ts'
import type { ListPage } from './use-pages.ts'

/** How a team fares at one challenge. */
export interface StatisticsInfo {
  readonly challenge: string
  readonly title: string
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
  /** Null when no move was measured. */
  readonly meanMs: number | null
  readonly longestMs: number | null
  /** Rounds lost by a fault. */
  readonly faults: readonly { readonly kind: string; readonly count: number }[]
}

/** What was written and said in a match, as far as one may see it. */
export interface LogsInfo {
  /** Nothing more will come. */
  readonly complete: boolean
  readonly logs: readonly LogInfo[]
}

export interface LogInfo {
  readonly player: number
  readonly name: string
  readonly wire: 'program' | 'sse' | 'http'
  /** Only of programs. */
  readonly stderr: string | null
  readonly lines: readonly LineInfo[]
  /** Why there is nothing. */
  readonly note: string | null
}

/** One thing that one side said to the other, or that was noticed. */
export interface LineInfo {
  readonly at: string
  readonly from: 'arena' | 'team' | 'note'
  readonly text: string
  /** Counted from 0, both. */
  readonly round: number
  readonly turn: number
}

export interface KeyInfo {
  readonly id: string
  readonly use: 'api' | 'session'
  readonly created: string
  readonly expires: string | null
  /** The key that it was made with. */
  readonly from: string | null
}

export interface BotInfo {
  readonly id: number
  readonly challenge: string
  readonly name: string
  readonly created: string
  /** The newest version that passed. */
  readonly plays: number | null
}

export interface VersionInfo {
  readonly version: number
  readonly kind: 'program' | 'upload'
  readonly status: 'waiting' | 'passed' | 'failed' | 'unjudged'
  /** For its owner. */
  readonly report: string | null
  readonly log: string | null
  readonly created: string
}

const player = (id: number): string => `${API}/players/${id}`

export const fetchPerson = (id: number, signal: AbortSignal): Promise<Result<PersonInfo>> =>
  request(player(id), { signal })

export async function fetchTeamMatches(
  id: number,
  before?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<MatchInfo>>> {
  const query = { player: id, limit: 20, ...(before !== undefined && { before }) }
  const page = await fetchMatches(query, signal)
  return page.ok ? ok({ rows: page.value.matches, next: page.value.next }) : page
}

export const fetchStatistics = (
  id: number,
  signal: AbortSignal,
): Promise<Result<{ readonly challenges: readonly StatisticsInfo[] }>> =>
  request(`${player(id)}/statistics`, { signal })

export const fetchLogs = (match: number, signal: AbortSignal): Promise<Result<LogsInfo>> =>
  request(`${API}/matches/${match}/logs`, { signal })

export const fetchKeys = (
  id: number,
  signal: AbortSignal,
): Promise<Result<{ readonly keys: readonly KeyInfo[] }>> => request(`${player(id)}/keys`, { signal })

export const addKey = (id: number): Promise<Result<{ readonly key: string }>> =>
  request(`${player(id)}/keys`, { method: 'POST' })

export const rotateKey = (id: number, key: string): Promise<Result<{ readonly key: string }>> =>
  request(`${player(id)}/keys/${key}/rotate`, { method: 'POST' })

export const revokeKey = (id: number, key: string): Promise<Result<unknown>> =>
  request(`${player(id)}/keys/${key}`, { method: 'DELETE' })

export const fetchBots = (
  id: number,
  signal: AbortSignal,
): Promise<Result<{ readonly bots: readonly BotInfo[] }>> =>
  request(`${API}/bots?player=${id}&limit=100`, { signal })

export const fetchVersions = (
  bot: number,
  signal: AbortSignal,
): Promise<Result<{ readonly versions: readonly VersionInfo[] }>> =>
  request(`${API}/bots/${bot}/versions`, { signal })

export const addBot = (challenge: string, name: string): Promise<Result<BotInfo>> =>
  request(`${API}/bots`, { method: 'POST', json: { challenge, name } })

/** Sends the archive of a new version; it is built and tried, which takes its time. */
export function uploadVersion(bot: number, archive: File, run: string): Promise<Result<VersionInfo>> {
  const query = run === '' ? '' : `?run=${encodeURIComponent(run)}`
  return request(`${API}/bots/${bot}/versions${query}`, { method: 'POST', file: archive })
}
