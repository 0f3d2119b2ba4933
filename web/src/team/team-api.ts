import type { Result } from '../../../src/base/result.ts'
import type { PersonInfo } from '../me.ts'
import { API, type MatchPage } from '../api.ts'
import { request } from '../request.ts'

export interface TallyInfo {
  readonly player: number
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

export interface KeyInfo {
  readonly id: string
  readonly use: 'api' | 'session'
  readonly created: string
  readonly expires: string | null
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
  readonly status: 'waiting' | 'passed' | 'failed'
  /** For its owner. */
  readonly report: string | null
  readonly log: string | null
  readonly created: string
}

const player = (id: number): string => `${API}/players/${id}`

export const fetchPerson = (id: number): Promise<Result<PersonInfo>> => request(player(id))

export const fetchTeamMatches = (id: number, before?: number): Promise<Result<MatchPage>> =>
  request(`${API}/matches?player=${id}&limit=20${before === undefined ? '' : `&before=${before}`}`)

/** How one player stands in a challenge; nothing of those who have not played it. */
export async function fetchTally(challenge: string, id: number): Promise<TallyInfo | undefined> {
  const page = await request<{ readonly standings: readonly TallyInfo[] }>(
    `${API}/challenges/${encodeURIComponent(challenge)}/standings?limit=100`,
  )
  return page.ok ? page.value.standings.find((tally) => tally.player === id) : undefined
}

export const fetchKeys = (id: number): Promise<Result<{ readonly keys: readonly KeyInfo[] }>> =>
  request(`${player(id)}/keys`)

export const addKey = (id: number): Promise<Result<{ readonly key: string }>> =>
  request(`${player(id)}/keys`, { method: 'POST' })

export const rotateKey = (id: number, key: string): Promise<Result<{ readonly key: string }>> =>
  request(`${player(id)}/keys/${key}/rotate`, { method: 'POST' })

export const revokeKey = (id: number, key: string): Promise<Result<unknown>> =>
  request(`${player(id)}/keys/${key}`, { method: 'DELETE' })

export const fetchBots = (id: number): Promise<Result<{ readonly bots: readonly BotInfo[] }>> =>
  request(`${API}/bots?player=${id}&limit=100`)

export const fetchVersions = (bot: number): Promise<Result<{ readonly versions: readonly VersionInfo[] }>> =>
  request(`${API}/bots/${bot}/versions`)

export const addBot = (challenge: string, name: string): Promise<Result<BotInfo>> =>
  request(`${API}/bots`, { method: 'POST', json: { challenge, name } })

/** Sends the archive of a new version; it is built and tried, which takes its time. */
export function uploadVersion(bot: number, archive: File, run: string): Promise<Result<VersionInfo>> {
  const query = run === '' ? '' : `?run=${encodeURIComponent(run)}`
  return request(`${API}/bots/${bot}/versions${query}`, { method: 'POST', file: archive })
}
