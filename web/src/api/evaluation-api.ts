import { ok, type Result } from '../../../src/base/result.ts'
import { API } from './api.ts'
import { request } from './request.ts'
import type { ListPage } from './use-pages.ts'

export interface TeamUrlInfo {
  readonly challenge: string
  readonly url: string
}

/** A graded case. */
export interface CaseInfo {
  readonly case: string
  /** What the house does, as the rest of a sentence that begins with its name. */
  readonly about: string
  /** Where the team sits. */
  readonly side: string
  readonly possible: number
}

export interface RunHeadInfo {
  readonly id: number
  readonly challenge: string
  readonly player: number | null
  readonly teamUrl: string
  readonly caseType: string | null
  readonly status: 'running' | 'over'
  /** Null until it is over. */
  readonly score: number | null
  readonly possible: number | null
  readonly created: string
  readonly ended: string | null
}

export interface RunCaseInfo extends CaseInfo {
  readonly battle: string
  readonly match: number
  readonly status: 'waiting' | 'playing' | 'over'
  /** Null until it is over, both. */
  readonly points: number | null
  readonly reason: string | null
}

export interface RunInfo extends RunHeadInfo {
  readonly cases: readonly RunCaseInfo[]
}

type Urls = Promise<Result<{ readonly urls: readonly TeamUrlInfo[] }>>

const urlsOf = (player: number): string => `${API}/players/${player}/team-urls`

export const fetchTeamUrls = (player: number, signal: AbortSignal): Urls =>
  request(urlsOf(player), { signal })

/** Without an address it waits nowhere any more. */
export const setTeamUrl = (player: number, challenge: string, url: string | null): Urls =>
  request(urlsOf(player), { method: 'PUT', json: { challenge, url } })

export const fetchCases = (
  challenge: string,
  signal: AbortSignal,
): Promise<Result<{ readonly cases: readonly CaseInfo[] }>> =>
  request(`${API}/evaluations/cases?challenge=${encodeURIComponent(challenge)}`, { signal })

export async function fetchRuns(
  player: number,
  before?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<RunHeadInfo>>> {
  const url = `${API}/evaluations?player=${player}&limit=10${before === undefined ? '' : `&before=${before}`}`
  const page = await request<{
    readonly evaluations: readonly RunHeadInfo[]
    readonly next: number | null
  }>(url, { ...(signal && { signal }) })
  return page.ok ? ok({ rows: page.value.evaluations, next: page.value.next }) : page
}

export const fetchRun = (id: number, signal: AbortSignal): Promise<Result<RunInfo>> =>
  request(`${API}/evaluations/${id}`, { signal })

/** All cases, or one. */
export const beginRun = (player: number, challenge: string, caseType: string): Promise<Result<RunInfo>> =>
  request(`${API}/evaluations`, {
    method: 'POST',
    json: { player, challenge, ...(caseType !== '' && { caseType }) },
  })
