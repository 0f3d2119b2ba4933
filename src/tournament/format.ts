import type { Fields } from '../base/fields.ts'
import type { Result } from '../base/result.ts'
import type { Bracket } from './bracket.ts'
import type { ResultPoints } from './points.ts'
import type { Ranking } from './ranking.ts'
import type { ScoreTable } from './score-table.ts'
import type { Ended, Entrant, Pairing } from './tournament.ts'

/** How many matches there will be, if no entrant is benched or withdrawn. */
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

/** The tournament as its format sees it. */
export interface FormatContext {
  readonly entrants: readonly Entrant[]
  readonly seed: number
  readonly points: ResultPoints
  /** Whether the entrant is out in this round. The answer is final once all matches of earlier rounds have ended. */
  isOut(id: string, round: number): boolean
  /** How many matches have ended. */
  endedCount(): number
  /** All matches that have ended, by round and index. */
  ended(): readonly Ended[]
  /** Their sums. */
  table(byes?: ReadonlyMap<string, number>): ScoreTable
}

/** A format at work. Its state may depend on the results, but not on the order in which they came. */
export interface Schedule {
  /** The matches that can be played from the start, in order; read lazily. */
  readonly first: Iterable<Pairing>
  /** The matches that can be played because this one has ended. */
  after(ended: Ended): readonly Pairing[]
  rank(): Ranking
  /** In knock-outs, once it is known. */
  bracket?(): Bracket | undefined
}
