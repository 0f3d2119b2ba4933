import type {
  LadderBody,
  LadderBotBody,
  LadderContestBody,
  LadderFreezeBody,
  LadderHistoryBody,
  LaddersBody,
  LadderShareBody,
  NewSeasonBody,
  SeasonBody,
} from '../../../src/api/ladder.ts'
import type { TournamentBody } from '../../../src/api/tournaments.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, queryOf, request } from './request.ts'

const ladder = (challenge: string): string => `${API}/challenges/${encodeURIComponent(challenge)}/ladder`

/** The running season, unless another is asked for. */
export const fetchLadder = (
  challenge: string,
  signal: AbortSignal,
  season?: number,
): Promise<Result<LadderBody>> => request(ladder(challenge) + queryOf({ season }), { signal })

export const fetchLadderBot = (
  challenge: string,
  bot: number,
  signal: AbortSignal,
): Promise<Result<LadderBotBody>> => request(`${ladder(challenge)}/bots/${bot}`, { signal })

/** Of one bot, or of the ten best. */
export const fetchLadderHistory = (
  challenge: string,
  query: { readonly bot?: number; readonly season?: number | undefined },
  signal: AbortSignal,
): Promise<Result<LadderHistoryBody>> => request(`${ladder(challenge)}/history${queryOf(query)}`, { signal })

/** Enrols a bot, or takes it out. */
export const setEnrolled = (challenge: string, bot: number, isEnrolled: boolean): Promise<Result<unknown>> =>
  request(`${ladder(challenge)}/bots/${bot}`, { method: isEnrolled ? 'PUT' : 'DELETE' })

/** With `null` there is no freeze. */
export const setFreeze = (challenge: string, freeze: string | null): Promise<Result<unknown>> =>
  request(`${ladder(challenge)}/freeze`, { method: 'PUT', json: { freeze } satisfies LadderFreezeBody })

export const beginSeason = (challenge: string, name: string): Promise<Result<SeasonBody>> =>
  request(`${ladder(challenge)}/seasons`, { method: 'POST', json: { name } satisfies NewSeasonBody })

export const makeContest = (challenge: string, json: LadderContestBody): Promise<Result<TournamentBody>> =>
  request(`${ladder(challenge)}/contest`, { method: 'POST', json })

export const fetchLadders = (signal: AbortSignal): Promise<Result<LaddersBody>> =>
  request(`${API}/ladders`, { signal })

export const setLadderShare = (percent: number): Promise<Result<LaddersBody>> =>
  request(`${API}/ladders/share`, { method: 'PUT', json: { percent } satisfies LadderShareBody })
