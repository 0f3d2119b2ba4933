import type {
  ChoiceBody,
  DecisionBody,
  EntryTermsBody,
  JoinBody,
  JoinedBody,
  JoiningBody,
  ReadinessBody,
} from '../../../src/api/entry.ts'
import type { TournamentBody } from '../../../src/api/tournaments.ts'
import type { Result } from '../../../src/base/result.ts'
import { setMe } from './me.ts'
import { API, request } from './request.ts'
import { tournamentUrl } from './tournaments.ts'

const joinUrl = (code: string): string => `${API}/join/${encodeURIComponent(code)}`

const teamUrl = (tournament: number, player: number): string => `${tournamentUrl(tournament)}/teams/${player}`

export const fetchJoin = (code: string, signal: AbortSignal): Promise<Result<JoinBody>> =>
  request(joinUrl(code), { signal })

/** Joins, and signs a new team in. */
export async function joinContest(code: string, json: JoiningBody): Promise<Result<JoinedBody>> {
  const joined = await request<JoinedBody>(joinUrl(code), { method: 'POST', json })
  if (joined.ok) setMe(joined.value.player)
  return joined
}

export const leaveContest = (tournament: number, player: number): Promise<Result<unknown>> =>
  request(teamUrl(tournament, player), { method: 'DELETE' })

export const decideOnTeam = (
  tournament: number,
  player: number,
  state: DecisionBody['state'],
): Promise<Result<TournamentBody>> =>
  request(teamUrl(tournament, player), { method: 'PUT', json: { state } satisfies DecisionBody })

export const choosePlays = (
  tournament: number,
  player: number,
  plays: string | null,
): Promise<Result<ChoiceBody>> =>
  request(`${teamUrl(tournament, player)}/plays`, { method: 'PUT', json: { plays } satisfies ChoiceBody })

export const setEntry = (tournament: number, json: EntryTermsBody): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(tournament)}/entry`, { method: 'PUT', json })

export const fetchReadiness = (tournament: number, signal: AbortSignal): Promise<Result<ReadinessBody>> =>
  request(`${tournamentUrl(tournament)}/readiness`, { signal })
