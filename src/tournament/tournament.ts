import type { Fields } from '../base/fields.ts'
import type { Result } from '../base/result.ts'
import type { Bracket } from './bracket.ts'
import type { Points, ResultPoints } from './points.ts'
import type { Ranking } from './ranking.ts'
import type { ScoreTable } from './score-table.ts'

export interface Entrant {
  readonly id: string
  readonly name: string
}

/** Everything that fixes a tournament before it begins, apart from its format. */
export interface Tournament {
  /** The order is the seeding, best first. Ids are unique. */
  readonly entrants: readonly Entrant[]
  /** Fixes every pairing, side and match seed. */
  readonly seed: number
  readonly points: Points
  /**
   * An entrant with so many faults is benched from the round after: its later matches are lost without being
   * played. Those that were played already, because several run at once, do not count, so that the number of
   * workers cannot change a result.
   */
  readonly benchAfter?: number
  /**
   * Who was taken out by hand → the round that `withdraw` answered with, in the order in which they went. Matches
   * not yet played are lost.
   */
  readonly withdrawn?: ReadonlyMap<string, number>
}

/** A match that can be played now. The same tournament always gives the same match the same key and seed. */
export interface Pairing {
  /** Unique, and fit for a file name. */
  readonly key: string
  /** What it is a part of, for people: "round robin", "semi-final". */
  readonly stage: string
  /** From 1. Nobody has two opponents in one round, and a later round of the same entrant has a higher number. */
  readonly round: number
  /** Orders the matches of a round. */
  readonly index: number
  /** Entrant ids; the first is player 0 of the match, who begins. */
  readonly players: readonly [string, string]
  readonly seed: number
}

/** What came of a match, as it is logged. */
export interface Played {
  readonly key: string
  readonly players: readonly [string, string]
  /** Undefined for a draw. */
  readonly winner: 0 | 1 | undefined
  /** Rounds won. */
  readonly score: readonly [number, number]
  /** Given up because of the host: no result. It counts for nobody, and decides no tie of a knock-out. */
  readonly void?: boolean
  /** How many rounds each player lost by a fault of its own (crash, time, illegal move): see `benchAfter`. */
  readonly faults?: readonly [number, number]
}

/** What a match counts as. */
export interface Ended {
  readonly pairing: Pairing
  readonly how: 'played' | 'void' | 'forfeited'
  /** Undefined for a draw, a void match, and one of two who were both benched: both lose it. */
  readonly winner: 0 | 1 | undefined
  readonly score: readonly [number, number]
}

/** How many matches there will be, if nobody is benched or withdrawn. */
export interface MatchCount {
  readonly least: number
  readonly most: number
}

/**
 * A way to hold a tournament. It is a pure function of what has been played, never of the order in which results
 * came in: `next` and `rank` in `course.ts` are that function, and `openCourse` computes it one result at a time.
 */
export interface Format<Options> {
  readonly id: string
  readonly title: string
  /** One sentence for a list of formats. */
  readonly summary: string
  /** What a person may set. */
  readonly fields: Fields<Options>
  /** Settings that are not given have their defaults. */
  parseOptions(input: unknown): Result<Options>
  count(entrants: number, options: Options): MatchCount
  begin(context: FormatContext, options: Options): Schedule
}

/** Any format, where the kind does not matter. Its options must only be handed back to the format that read them. */
export type AnyFormat = Format<unknown>

/** What a format can see of the tournament. */
export interface FormatContext {
  readonly entrants: readonly Entrant[]
  readonly seed: number
  readonly points: ResultPoints
  /** Whether the entrant takes no more part in this round; final once all matches of earlier rounds have ended. */
  isOut(id: string, round: number): boolean
  /** How many matches have ended. */
  endedCount(): number
  /** All matches that have ended, by round and index. */
  ended(): readonly Ended[]
  /** What they add up to. */
  table(byes?: ReadonlyMap<string, number>): ScoreTable
}

/** A format at work. It may keep state, but only such that depends on which matches ended how, not in which order. */
export interface Schedule {
  /** The matches that can be played from the start, in order; read as they are needed. */
  readonly first: Iterable<Pairing>
  /** The matches that can be played because this one has ended. */
  after(ended: Ended): readonly Pairing[]
  rank(): Ranking
  /** In knock-outs, once it is known. */
  bracket?(): Bracket | undefined
}
