import type { Result } from '../../../src/base/result.ts'
import type {
  TournamentResult as Made,
  ResultRating as MadeRating,
  ResultSprt,
} from '../../../src/tournament-runner/tournament-result.ts'
import type { Interval } from '../../../src/rating/elo.ts'
import { API } from './api.ts'
import { request } from './request.ts'

export type TournamentStatus = 'waiting' | 'running' | 'paused' | 'over'

/** A tournament as the server lists it. */
export interface TournamentInfo {
  readonly id: number
  readonly name: string
  readonly challenge: string
  /** Of the challenge. */
  readonly title: string
  readonly format: string
  readonly formatTitle: string
  readonly status: TournamentStatus
  /** When the judges' marks were published. */
  readonly published: string | null
  readonly created: string
  /** How many. */
  readonly entrants: number
  /** Matches that have ended. */
  readonly played: number
  /** Matches there will be, as far as that is known; null where nobody can say. */
  readonly known: number | null
  /** Who is first, if one alone is. */
  readonly leader: string | null
}

/** With all that came of it. */
export interface Tournament extends TournamentInfo {
  /** What the format does, in a sentence. */
  readonly about: string
  /** Whose entrants these are, where they are somebody's. */
  readonly teams: readonly { readonly name: string; readonly player: number }[]
  readonly matches: readonly { readonly key: string; readonly match: number }[]
  readonly schedule: readonly ScheduledMatch[]
  readonly result: TournamentResult
}

export interface ScheduledMatch {
  readonly key: string
  readonly stage: string
  readonly round: number
  readonly players: readonly [string, string]
  readonly match: number | null
  readonly status: 'waiting' | 'playing' | 'over'
}

/** As it comes over JSON, which has no infinity: numbers of an interval are null where nothing bounds them. */
export interface TournamentResult extends Omit<Made, 'ratings' | 'goingFirst' | 'sprt'> {
  readonly ratings: readonly ResultRating[]
  readonly goingFirst?: Bounds
  readonly sprt?: Omit<ResultSprt, 'elo'> & { readonly elo: Bounds }
}

export type ResultRating = Omit<MadeRating, keyof Interval> & Bounds

type Bounds = { readonly [K in keyof Interval]: number | null }

export const tournamentUrl = (id: number): string => `${API}/tournaments/${id}`

export const fetchTournament = (id: number, signal: AbortSignal): Promise<Result<Tournament>> =>
  request(tournamentUrl(id), { signal })

export interface TournamentList {
  readonly tournaments: readonly TournamentInfo[]
}

export const fetchTournaments = (query: string, signal: AbortSignal): Promise<Result<TournamentList>> =>
  request(`${API}/tournaments${query}`, { signal })
