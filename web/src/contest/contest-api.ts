import type { Result } from '../../../src/base/result.ts'
import type { Bracket } from '../../../src/tournament/bracket.ts'
import type { Cell } from '../../../src/tournament/crosstable.ts'
import { API } from '../api.ts'
import { request } from '../request.ts'

export type ContestStatus = 'waiting' | 'running' | 'paused' | 'over'

/** A tournament as the server lists it. */
export interface TournamentInfo {
  readonly id: number
  readonly name: string
  readonly challenge: string
  /** Of the challenge. */
  readonly title: string
  readonly format: string
  readonly formatTitle: string
  readonly status: ContestStatus
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
export interface Contest extends TournamentInfo {
  /** What the format does, in a sentence. */
  readonly about: string
  /** Whose entrants these are, where they are somebody's. */
  readonly teams: readonly { readonly name: string; readonly player: number }[]
  readonly matches: readonly { readonly key: string; readonly match: number }[]
  readonly schedule: readonly ScheduledMatch[]
  readonly result: ContestResult
}

export interface ScheduledMatch {
  readonly key: string
  readonly stage: string
  readonly round: number
  readonly players: readonly [string, string]
  readonly match: number | null
  readonly status: 'waiting' | 'playing' | 'over'
}

export interface ContestResult {
  readonly title: string
  readonly format: string
  readonly options: unknown
  readonly seed: number
  readonly entrants: readonly { readonly name: string; readonly bot: string }[]
  readonly isDone: boolean
  readonly matches: { readonly played: number; readonly forfeited: number; readonly void: number }
  readonly standings: readonly ResultStanding[]
  readonly rules: readonly string[]
  readonly notes: readonly string[]
  /** The strongest first. */
  readonly ratings: readonly ResultRating[]
  readonly goingFirst?: Interval
  readonly sprt?: ResultSprt
  /** In the order of the standings; null where two have not met. */
  readonly crosstable: readonly (readonly (Cell | null)[])[]
  readonly bracket?: Bracket
  readonly statistics: readonly Statistics[]
  readonly games: readonly ResultGame[]
}

export interface ResultStanding {
  readonly place: number
  readonly name: string
  readonly points: number
  /** The mean of the judges. */
  readonly judged?: number
  readonly total: number
  readonly tournamentPlace: number
  readonly matchPoints: number
  readonly wins: number
  readonly draws: number
  readonly losses: number
  readonly byes: number
  readonly forfeits: number
  readonly voids: number
  readonly roundsWon: number
  readonly roundsLost: number
  readonly out?: string
  readonly why?: string
}

/** Without bounds where nothing bounds it. */
export interface Interval {
  readonly elo: number | null
  readonly low: number | null
  readonly high: number | null
}

export interface ResultRating extends Interval {
  readonly name: string
  readonly rounds: number
  readonly points: number
  readonly superiority: readonly number[]
}

export interface ResultSprt {
  readonly terms: {
    readonly elo0: number
    readonly elo1: number
    readonly alpha: number
    readonly beta: number
  }
  readonly llr: number
  readonly lower: number
  readonly upper: number
  readonly pairs: readonly number[]
  readonly verdict: 'H0' | 'H1' | null
  readonly elo: Interval
}

interface Score {
  readonly wins: number
  readonly draws: number
  readonly losses: number
}

export interface Statistics {
  readonly name: string
  readonly seats: readonly [Score, Score]
  readonly rounds: number
  readonly turns: number
  readonly crashes: number
  readonly timeouts: number
  readonly illegal: number
  readonly resigned: number
}

export interface ResultGame {
  readonly key: string
  readonly stage: string
  readonly round: number
  readonly players: readonly [string, string]
  readonly how: 'played' | 'void' | 'forfeited'
  readonly winner: string | null
  readonly score: readonly [number, number]
  readonly rounds: readonly {
    readonly winner: string | null
    readonly turns: number
    readonly reason: string
  }[]
  readonly hostFaults?: readonly string[]
}

export const contestUrl = (id: number): string => `${API}/tournaments/${id}`

export const fetchContest = (id: number, signal: AbortSignal): Promise<Result<Contest>> =>
  request(contestUrl(id), { signal })

export interface ContestList {
  readonly tournaments: readonly TournamentInfo[]
}

export const fetchContests = (query: string, signal: AbortSignal): Promise<Result<ContestList>> =>
  request(`${API}/tournaments${query}`, { signal })
