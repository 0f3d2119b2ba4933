import type { Result } from '../../../src/base/result.ts'
import { request, requestText } from './request.ts'

/** A match as the server lists it. */
export interface MatchInfo {
  readonly id: number
  readonly challenge: string
  readonly title: string
  readonly game: string
  readonly status: 'open' | 'waiting' | 'playing' | 'over'
  /** How it came about. */
  readonly origin: string
  /** One while it is open. */
  readonly players: readonly {
    readonly name: string
    readonly id: number | null
    readonly bot: string | null
  }[]
  readonly score: readonly [number, number]
  readonly winner: 0 | 1 | null
  readonly void: boolean
  /** How it ended, in one sentence. */
  readonly end: string | null
  readonly created: string
  readonly started: string | null
  readonly ended: string | null
  /** The contest it is part of; said of one match, not in lists. */
  readonly tournament?: number
}

export interface MatchPage {
  readonly matches: readonly MatchInfo[]
  /** Asked for with `before`, what comes after this page. */
  readonly next: number | null
}

export interface ChallengeInfo {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly game: string
  readonly clock: string
  readonly wire: string
  readonly brains: readonly string[]
  /** What a judge may give at most; 0 where none decide. */
  readonly judges: number
}

export const API = '/api/v1'

export const recordUrl = (match: number): string => `${API}/matches/${match}/record`

export function fetchMatches(
  query: Readonly<Record<string, string | number>>,
  signal?: AbortSignal,
): Promise<Result<MatchPage>> {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return request(`${API}/matches?${params}`, { ...(signal && { signal }) })
}

export const fetchMatch = (id: number, signal: AbortSignal): Promise<Result<MatchInfo>> =>
  request(`${API}/matches/${id}`, { signal })

export const fetchChallenges = (
  signal: AbortSignal,
): Promise<Result<{ readonly challenges: readonly ChallengeInfo[] }>> =>
  request(`${API}/challenges`, { signal })

export const fetchRecord = (match: number, signal: AbortSignal): Promise<Result<string>> =>
  requestText(recordUrl(match), { signal })
