import type { StartQuery } from '../../../src/api/entry.ts'
import type { Result } from '../../../src/base/result.ts'
import type {
  EstimateBody,
  ExtensionBody,
  FormatList,
  MarkBody,
  MarkList,
  PlanChangeBody,
  ReplayBody,
  RulingBody,
  TimeEstimateBody,
  TournamentActionList,
  TournamentBody,
  TournamentList,
  TournamentStatus,
  WholeTournamentBody,
  WithdrawalBody,
} from '../../../src/api/tournaments.ts'
import { API, queryOf, request } from './request.ts'

export const tournamentUrl = (id: number): string => `${API}/tournaments/${id}`

export const fetchTournament = (id: number, signal: AbortSignal): Promise<Result<WholeTournamentBody>> =>
  request(`${tournamentUrl(id)}?tables=short`, { signal })

export const fetchTournaments = (
  query: { readonly status?: TournamentStatus; readonly limit: number },
  signal: AbortSignal,
): Promise<Result<TournamentList>> => request(`${API}/tournaments${queryOf(query)}`, { signal })

export const fetchFormats = (signal: AbortSignal): Promise<Result<FormatList>> =>
  request(`${API}/formats`, { signal })

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

export const estimateTime = (
  format: string,
  json: EstimateBody,
  signal: AbortSignal,
): Promise<Result<TimeEstimateBody>> =>
  request(`${API}/formats/${encodeURIComponent(format)}/estimate`, { method: 'POST', json, signal })

export const changePlan = (id: number, json: PlanChangeBody): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/plan`, { method: 'PUT', json })

export const callRound = (id: number): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/rounds`, { method: 'POST' })

/** A person of this team says that the team is there. */
export const comeToTournament = (id: number): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/here`, { method: 'POST' })

export const extendTournament = (id: number, json: ExtensionBody): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/extensions`, { method: 'POST', json })

export const replayMatch = (id: number, json: ReplayBody): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/replays`, { method: 'POST', json })

export const ruleMatch = (id: number, json: RulingBody): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/rulings`, { method: 'POST', json })

export const fetchTournamentActions = (
  id: number,
  signal: AbortSignal,
): Promise<Result<TournamentActionList>> => request(`${tournamentUrl(id)}/actions`, { signal })

export const withdrawEntrant = (id: number, entrant: string): Promise<Result<TournamentBody>> =>
  request(`${tournamentUrl(id)}/withdrawals`, {
    method: 'POST',
    json: { entrant } satisfies WithdrawalBody,
  })
