import type { GameCount } from '../rating/count-games.ts'
import type { Interval } from '../rating/elo.ts'
import type { Sprt } from '../rating/sprt.ts'
import type { Bracket } from '../tournament/bracket.ts'
import type { Cell } from '../tournament/crosstable.ts'
import type { Reason } from '../tournament/reason.ts'
import type { Ended } from '../tournament/tournament.ts'

/** The result of a tournament, without times: the same tournament with the same deterministic bots gives the same bytes. */
export interface TournamentResult {
  readonly title: string
  readonly challenge: string
  readonly format: string
  readonly options: unknown
  readonly seed: number
  readonly entrants: readonly ResultEntrant[]
  /** Whether matches begin with openings of the game. */
  readonly openings: boolean
  readonly isDone: boolean
  readonly matches: { readonly played: number; readonly forfeited: number; readonly void: number }
  /** Of all matches; copies of a round count once as different. */
  readonly rounds: GameCount
  readonly standings: readonly ResultStanding[]
  /** What decides between entrants, in this order. */
  readonly rules: readonly string[]
  readonly notes: readonly string[]
  /** By rounds, the strongest first; none before anything was played. */
  readonly ratings: readonly ResultRating[]
  /** What the first seat is worth; not where both move at once. */
  readonly goingFirst?: Interval
  readonly sprt?: ResultSprt
  /** Every entrant against every other, in the order of the standings; null where two have not met. */
  readonly crosstable: readonly (readonly (Cell | null)[])[]
  readonly bracket?: Bracket
  readonly statistics: readonly Statistics[]
  readonly games: readonly ResultGame[]
}

export interface ResultStanding {
  readonly place: number
  readonly name: string
  /** For the result, or for the place in the tournament. */
  readonly points: number
  /** The mean of the judges, where marks are published. */
  readonly judged?: number
  readonly total: number
  /** In the tournament, before judges. */
  readonly tournamentPlace: number
  /** From matches alone. */
  readonly matchPoints: number
  readonly wins: number
  readonly draws: number
  readonly losses: number
  readonly byes: number
  readonly forfeits: number
  readonly voids: number
  readonly roundsWon: number
  readonly roundsLost: number
  /** Why it takes no more part, in words. */
  readonly out?: string
  /** Why this one is above the next, or level with it; none for the last. */
  readonly reason?: Reason
  /** The same in words. */
  readonly why?: string
}

export interface ResultRating extends Interval {
  readonly name: string
  readonly rounds: number
  /** Of these rounds. The rating and its interval come from them alone: copies of a game count once. */
  readonly different: number
  readonly points: number
  /** How likely it is that this one is stronger than each of the others, in the order of the ratings. */
  readonly superiority: readonly number[]
}

export interface ResultSprt extends Omit<Sprt, 'tally' | 'verdict'> {
  readonly pairs: readonly number[]
  readonly verdict: 'H0' | 'H1' | null
  readonly elo: Interval
  /** Pairs that were copies of earlier ones: `pairs` and the ratio leave them out. */
  readonly copies: number
  /** Why the test ended without a verdict, in one sentence. */
  readonly whyStopped?: string
}

export interface ResultGame {
  readonly key: string
  readonly stage: string
  readonly round: number
  readonly players: readonly [string, string]
  readonly how: Ended['how']
  readonly winner: string | null
  readonly score: readonly [number, number]
  /** The settings of the game that put up its opening. */
  readonly opening?: Readonly<Record<string, unknown>>
  /** What the match decided without a win, on the last match of such a tie: `drawn 0–0, ann advances by seeding`. */
  readonly tie?: string
  /** How each round ended, in words. */
  readonly rounds: readonly {
    readonly winner: string | null
    readonly turns: number
    readonly reason: string
  }[]
  /** The organiser decided it. */
  readonly ruled?: { readonly by: string; readonly reason: string }
  /** Why it could not be played, each time it was tried. */
  readonly hostFaults?: readonly string[]
}

export interface ResultEntrant {
  readonly name: string
  /** As it was asked for: `house:random`, a command line. */
  readonly bot: string
}

export interface Score {
  readonly wins: number
  readonly draws: number
  readonly losses: number
}

/** One entrant's sums over all rounds that count. */
export interface Statistics {
  readonly name: string
  /** In each seat. */
  readonly seats: readonly [Score, Score]
  readonly rounds: number
  readonly turns: number
  /** Rounds lost because the program ended, broke down or ran out of memory. */
  readonly crashes: number
  /** Rounds lost by the clock, at the start or in play. */
  readonly timeouts: number
  /** Rounds lost by an illegal or unreadable move. */
  readonly illegal: number
  readonly resigned: number
}
