import { ANCHOR, formerRungsOf, rungsOf } from '../brains/rungs.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { PairResults } from '../rating/games-by-pair.ts'
import { DEVIATIONS_95 } from '../rating/normal.ts'
import type { MatchRow } from '../store/store.ts'
import type { FitTask, FittedRating, LadderFits } from './ladder-fits.ts'
import { openLadderHistory, type PastRatings } from './ladder-history.ts'
import {
  houseKey,
  openLadderResults,
  readKey,
  versionKey,
  type LadderResults,
  type Played,
} from './ladder-results.ts'

/** How much stronger a version is than the one before it that has played. */
export interface Gain {
  /** The earlier version. */
  readonly version: number
  readonly points: number
  /** Half of the 95 % interval of the difference. */
  readonly plusMinus: number
}

/** A fit of the first so many matches. */
export interface FittedSeason {
  readonly matches: number
  readonly games: number
  /** Of the games; copies of a game count once. */
  readonly different: number
  readonly ratings: ReadonlyMap<string, FittedRating>
  /** What each player had played by then. */
  readonly played: ReadonlyMap<string, Played>
  /** By version. */
  readonly gains: ReadonlyMap<string, Gain>
}

/** One season of a ladder in memory. Its ratings are those of the last fit; a fit runs whenever results have come since. */
export interface LadderSeason {
  readonly challenge: Challenge
  readonly results: LadderResults
  /** Adds a match that is new or has changed. */
  add(row: MatchRow): void
  /** The last fit. */
  fitted(): Promise<FittedSeason>
  /** Ratings over time, oldest first. */
  history(): Promise<readonly PastRatings[]>
}

export interface SeasonOptions {
  readonly challenge: Challenge
  readonly rows: Iterable<MatchRow>
  readonly fits: LadderFits
  /** Another thread: a history takes many fits, and the ladder goes on meanwhile. */
  readonly pastFits: LadderFits
  readonly onFailure: (error: unknown) => void
}

export function openLadderSeason({
  challenge,
  rows,
  fits,
  pastFits,
  onFailure,
}: SeasonOptions): LadderSeason {
  const results = openLadderResults(challenge)
  for (const row of rows) results.add(row)
  const history = openLadderHistory((games) => pastFits.fit(taskOf(challenge, games)))
  let fitted: FittedSeason | undefined
  let fitting: Promise<FittedSeason> | undefined

  async function fit(): Promise<FittedSeason> {
    const { matches, games, different } = results
    const played = results.records()
    const task = taskOf(challenge, results.results(), versionsBefore(played))
    const { ratings, differences } =
      task.results.length === 0 ? { ratings: [], differences: [] } : await fits.fit(task)
    fitted = {
      matches,
      games,
      different,
      played,
      ratings: new Map(ratings.map((rating) => [rating.player, rating])),
      gains: new Map(
        differences.map(({ player, other, points, error }) => [
          player,
          { version: readKey(other)?.version ?? 0, points, plusMinus: DEVIATIONS_95 * error },
        ]),
      ),
    }
    return fitted
  }

  /** One fit at a time; results that come meanwhile are fitted by the next. */
  function refit(): Promise<FittedSeason> {
    fitting ??= fit().finally(() => {
      fitting = undefined
    })
    return fitting
  }

  function refitLater(): void {
    // Before the first question for ratings there is no fit.
    if (fitted === undefined || fitted.matches === results.matches) return
    refit().then(refitLater, onFailure)
  }

  return {
    challenge,
    results,
    add(row) {
      results.add(row)
      refitLater()
    },
    fitted: async () => fitted ?? refit(),
    async history() {
      const { ratings } = fitted ?? (await refit())
      return history(results.inOrder(), ratings)
    },
  }
}

function taskOf(
  challenge: Challenge,
  results: readonly PairResults[],
  compare: FitTask['compare'] = [],
): FitTask {
  return {
    challenge: challenge.id,
    results,
    anchors: [...rungsOf(challenge), ...formerRungsOf(challenge)].map(({ brain, rating }) => [
      houseKey(brain),
      rating,
    ]),
    mean: meanOf(challenge),
    // Where players change seats between rounds, both go first as often.
    firstMatters: !challenge.rules.swapSeats,
    compare,
  }
}

/** Where a bot is expected before its first game: in the middle of the house. */
export function meanOf(challenge: Challenge): number {
  const rungs = rungsOf(challenge)
  return rungs.length === 0
    ? ANCHOR.rating
    : rungs.reduce((sum, { rating }) => sum + rating, 0) / rungs.length
}

/** Each version that has played, with the one of the same bot before it. */
function versionsBefore(played: ReadonlyMap<string, Played>): (readonly [player: string, other: string])[] {
  const byBot = new Map<number, number[]>()
  for (const [player, { games }] of played) {
    const read = games > 0 ? readKey(player) : undefined
    if (!read) continue
    const versions = byBot.get(read.bot)
    if (versions) versions.push(read.version)
    else byBot.set(read.bot, [read.version])
  }
  return [...byBot].flatMap(([bot, versions]) =>
    versions
      .sort((a, b) => a - b)
      .slice(1)
      .map((version, index) => [versionKey(bot, version), versionKey(bot, versions[index] ?? 0)] as const),
  )
}
