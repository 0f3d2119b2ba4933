import type { StartQuery } from '../../../src/api/entry.ts'
import type { Result } from '../../../src/base/result.ts'
import type {
  CountBody,
  FormatList,
  MarkBody,
  MarkList,
  MatchCountBody,
  TournamentBody,
  TournamentList,
  TournamentStatus,
  WholeTournamentBody,
  WithdrawalBody,
} from '../../../src/api/tournaments.ts'
import { API, queryOf, request } from './request.ts'

export const tournamentUrl = (id: number): string => `${API}/tournaments/${id}`

export const fetchTournament = (id: number, signal: AbortSignal): Promise<Result<WholeTournamentBody>> =>
  request(tournamentUrl(id), { signal })

export const fetchTournaments = (
  query: { readonly status?: TournamentStatus; readonly limit: number },
  signal: AbortSignal,
): Promise<Result<TournamentList>> => request(`${API}/tournaments${queryOf(query)}`, { signal })

export const fetchFormats = (signal: AbortSignal): Promise<Result<FormatList>> =>
  request(`${API}/formats`, { signal })

export const countMatches = (
  format: string,
  json: CountBody,
  signal: AbortSignal,
): Promise<Result<MatchCountBody>> =>
  request(`${API}/formats/${encodeURIComponent(format)}/count`, { method: 'POST', json, signal })

/** A field that cannot be read is sent as it was typed: the server says what it expects. */
export const createTournament = (json: object): Promise<Result<TournamentBody>> =>
  request(`${API}/tournaments`, { method: 'POST', json })

export const moveTournament = (
  id: number,
  step: 'start' | 'pause' | 'publish',
  query: StartQuery = {},
): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/${step}${queryOf({ ...query })}`, { method: 'POST' })

export const fetchMarks = (id: number, signal: AbortSignal): Promise<Result<MarkList>> =>
  request(`${tournamentUrl(id)}/marks`, { signal })

export const giveMark = (id: number, mark: MarkBody): Promise<Result<unknown>> =>
  request(`${tournamentUrl(id)}/marks`, { method: 'POST', json: mark })

export const withdrawEntrant = (id: number, entrant: string): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/withdrawals`, {
    method: 'POST',
    json: { entrant } satisfies WithdrawalBody,
  })
