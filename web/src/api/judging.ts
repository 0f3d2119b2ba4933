import type { JudgeLinkBody, JudgesBody, JudgingBody, OwnMarkBody } from '../../../src/api/judging.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'
import { tournamentUrl } from './tournaments.ts'

/** The page of the judge that this token belongs to. */
export const fetchJudging = (token: string, signal: AbortSignal): Promise<Result<JudgingBody>> =>
  request(`${API}/judging`, { bearer: token, signal })

export const saveOwnMark = (token: string, json: OwnMarkBody): Promise<Result<OwnMarkBody>> =>
  request(`${API}/judging/marks`, { method: 'PUT', bearer: token, json })

export const fetchJudges = (tournament: number, signal: AbortSignal): Promise<Result<JudgesBody>> =>
  request(`${tournamentUrl(tournament)}/judges`, { signal })

export const inviteJudge = (tournament: number, name: string): Promise<Result<JudgeLinkBody>> =>
  request(`${tournamentUrl(tournament)}/judges`, { method: 'POST', json: { name } })

export const revokeJudge = (tournament: number, judge: string): Promise<Result<JudgesBody>> =>
  request(`${tournamentUrl(tournament)}/judges/${judge}`, { method: 'DELETE' })

export const setJudgesPoints = (tournament: number, points: number): Promise<Result<JudgesBody>> =>
  request(`${tournamentUrl(tournament)}/judging`, { method: 'PUT', json: { points } })
