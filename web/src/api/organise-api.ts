import { ok, type Result } from '../../../src/base/result.ts'
import { API, type ChallengeInfo } from './api.ts'
import { tournamentUrl, type TournamentInfo } from './tournament-api.ts'
import type { PersonInfo } from './me.ts'
import { request } from './request.ts'
import type { ListPage } from './use-pages.ts'

/** Something that can be set, as the server describes it. */
export interface FieldInfo {
  readonly name: string
  readonly title: string
  /** What is accepted, as the end of a sentence. */
  readonly expects: string
  readonly kind: 'number' | 'choice' | 'flag' | 'list' | 'text'
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** May stand for a number. */
  readonly word?: string
  readonly choices?: readonly string[]
  /** What it is if nobody sets it. */
  readonly value: string
}

export interface FormatInfo {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly options: readonly FieldInfo[]
}

export interface WholeChallenge extends ChallengeInfo {
  readonly settings: readonly FieldInfo[]
}

export interface MarkInfo {
  readonly judge: string
  readonly entrant: string
  readonly points: number
}

/** How many matches a tournament takes. */
export interface MatchCount {
  readonly least: number
  readonly most: number
}

export interface ReadyBot {
  readonly id: number
  readonly player: number
  readonly name: string
  readonly plays: number | null
}

export interface NewTeam extends PersonInfo {
  /** Shown once. */
  readonly key: string
}

/** Something that an organiser changed. */
export interface ActionInfo {
  readonly id: number
  readonly time: string
  readonly player: number
  readonly key: string
  readonly address: string
  readonly method: string
  readonly path: string
  readonly input: string | null
}

export async function fetchActions(
  before?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<ActionInfo>>> {
  const url = `${API}/actions?limit=20${before === undefined ? '' : `&before=${before}`}`
  const page = await request<{ readonly actions: readonly ActionInfo[]; readonly next: number | null }>(url, {
    ...(signal && { signal }),
  })
  return page.ok ? ok({ rows: page.value.actions, next: page.value.next }) : page
}

export const becomeOrganiser = (token: string): Promise<Result<NewTeam>> =>
  request(`${API}/organiser`, { method: 'POST', json: { token } })

export const registerTeam = (name: string): Promise<Result<NewTeam>> =>
  request(`${API}/players`, { method: 'POST', json: { name } })

export async function fetchTeams(signal: AbortSignal): Promise<Result<readonly PersonInfo[]>> {
  const all = await fetchAll<PersonInfo>('players', `${API}/players?`, signal)
  return all.ok ? ok(all.value.filter(({ role }) => role === 'player')) : all
}

/** Bots that have a version which is ready to play. */
export async function fetchReadyBots(
  challenge: string,
  signal: AbortSignal,
): Promise<Result<readonly ReadyBot[]>> {
  const all = await fetchAll<ReadyBot>(
    'bots',
    `${API}/bots?challenge=${encodeURIComponent(challenge)}&`,
    signal,
  )
  return all.ok ? ok(all.value.filter(({ plays }) => plays !== null)) : all
}

/** However many pages it fills. */
async function fetchAll<T extends { readonly id: number }>(
  what: string,
  url: string,
  signal: AbortSignal,
): Promise<Result<readonly T[]>> {
  const all: T[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const query = after === undefined ? '' : `&after=${after}`
    const page = await request<Readonly<Record<string, readonly T[]>>>(`${url}limit=${PAGE}${query}`, {
      signal,
    })
    if (!page.ok) return page
    const rows = page.value[what] ?? []
    all.push(...rows)
    if (rows.length < PAGE) return ok(all)
  }
}

const PAGE = 100

export const fetchFormats = (
  signal: AbortSignal,
): Promise<Result<{ readonly formats: readonly FormatInfo[] }>> => request(`${API}/formats`, { signal })

export const fetchChallenge = (id: string, signal: AbortSignal): Promise<Result<WholeChallenge>> =>
  request(`${API}/challenges/${encodeURIComponent(id)}`, { signal })

export const countMatches = (
  format: string,
  json: { readonly entrants: number; readonly options: object },
  signal: AbortSignal,
): Promise<Result<MatchCount>> =>
  request(`${API}/formats/${encodeURIComponent(format)}/count`, { method: 'POST', json, signal })

export const createTournament = (json: object): Promise<Result<TournamentInfo>> =>
  request(`${API}/tournaments`, { method: 'POST', json })

export const moveTournament = (
  id: number,
  step: 'start' | 'pause' | 'publish',
): Promise<Result<TournamentInfo>> => request(`${tournamentUrl(id)}/${step}`, { method: 'POST' })

export const fetchMarks = (
  id: number,
  signal: AbortSignal,
): Promise<Result<{ readonly marks: readonly MarkInfo[] }>> =>
  request(`${tournamentUrl(id)}/marks`, { signal })

export const giveMark = (id: number, mark: MarkInfo): Promise<Result<unknown>> =>
  request(`${tournamentUrl(id)}/marks`, { method: 'POST', json: mark })

export const withdrawEntrant = (id: number, entrant: string): Promise<Result<TournamentInfo>> =>
  request(`${tournamentUrl(id)}/withdrawals`, { method: 'POST', json: { entrant } })
