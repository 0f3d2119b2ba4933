import { formerRungsOf, rungsOf } from '../brains/rungs.ts'
import { DEVIATIONS_95 } from '../rating/normal.ts'
import type { LadderVersionRow, SeasonRow, Store } from '../store/store.ts'
import { UNKNOWN_ERROR } from '../tournament/next-pair.ts'
import { houseKey, newestVersions, NOTHING, versionKey } from './ladder-results.ts'
import { meanOf, type FittedSeason, type Gain, type LadderSeason } from './ladder-season.ts'

/** What is known about a player of a ladder. */
export interface LadderNumbers {
  readonly rating: number
  /** Half of the 95 % interval; undefined before the first game. */
  readonly plusMinus: number | undefined
  readonly games: number
  /** Of the games; copies of a game count once. */
  readonly different: number
}

/** One row of a ladder: the version of a bot that is rated, or a house brain. */
export interface LadderRow extends LadderNumbers {
  /** As results name it: `house:NAME`, or `bot:ID@VERSION`. */
  readonly player: string
  readonly who:
    | { readonly house: string }
    | {
        readonly bot: { readonly id: number; readonly person: number; readonly name: string }
        readonly version: number
      }
  /** The standard error of the rating. */
  readonly error: number
  /** Whether the ladder calls it to matches. */
  readonly enrolled: boolean
  /** What the version gained against the one before; undefined unless both have played. */
  readonly gained: Gain | undefined
}

/** Best first; bots that have not played yet come last. */
export function rowsOf(
  { challenge }: Pick<LadderSeason, 'challenge'>,
  season: SeasonRow,
  fitted: FittedSeason,
  store: Store,
): readonly LadderRow[] {
  // A brain that is no rung any more stands in the seasons in which it has played.
  const former = formerRungsOf(challenge).filter(({ brain }) => fitted.played.has(houseKey(brain)))
  const house = [...rungsOf(challenge), ...former].map(({ brain, rating, plusMinus }): LadderRow => {
    const player = houseKey(brain)
    const { games, different } = fitted.played.get(player) ?? NOTHING
    const error = plusMinus / DEVIATIONS_95
    const who = { house: brain }
    return { player, who, rating, error, plusMinus, games, different, enrolled: false, gained: undefined }
  })
  const mean = meanOf(challenge)
  const versions = store.ladderVersions(challenge.id)
  const listed = season.ended === undefined ? runningIn(versions, fitted) : playedIn(versions, fitted)
  const bots = listed.map((row): LadderRow => {
    const { bot, person, name, version, enrolled } = row
    const player = versionKey(bot, version)
    const own = ratingOf(player, fitted)
    return {
      player,
      who: { bot: { id: bot, person, name }, version },
      ...own,
      rating: own.rating ?? ratingBefore(row, fitted) ?? mean,
      enrolled: enrolled !== undefined,
    }
  })
  const isNew = ({ plusMinus }: LadderRow): number => Number(plusMinus === undefined)
  return [...house, ...bots].toSorted(
    (a, b) => isNew(a) - isNew(b) || b.rating - a.rating || (a.player < b.player ? -1 : 1),
  )
}

/** The rating of one version, if it has played. */
export function ratingOf(player: string, { ratings, gains, played }: FittedSeason) {
  const own = ratings.get(player)
  const { games, different } = played.get(player) ?? NOTHING
  return {
    rating: own?.rating,
    error: own?.error ?? UNKNOWN_ERROR,
    plusMinus: own && DEVIATIONS_95 * own.error,
    games,
    different,
    gained: gains.get(player),
  }
}

/** The rating of the newest version before that has played: the best guess for a version that has not. */
export function ratingBefore(
  { bot, version }: Pick<LadderVersionRow, 'bot' | 'version'>,
  { ratings }: FittedSeason,
): number | undefined {
  for (let older = version - 1; older > 0; older--) {
    const rating = ratings.get(versionKey(bot, older))
    if (rating) return rating.rating
  }
  return undefined
}

/** The running season: bots that are enrolled, or that have played in it. */
function runningIn(versions: readonly LadderVersionRow[], fitted: FittedSeason): readonly LadderVersionRow[] {
  const last = lastVersions(fitted)
  return versions.filter(({ bot, enrolled }) => enrolled !== undefined || last.has(bot))
}

/** A season that is over: bots that have played in it, with the last version that did. */
function playedIn(versions: readonly LadderVersionRow[], fitted: FittedSeason): readonly LadderVersionRow[] {
  const last = lastVersions(fitted)
  return versions.flatMap((row) => {
    const version = last.get(row.bot)
    return version === undefined ? [] : [{ ...row, version }]
  })
}

/** By bot: the newest version that has played. */
const lastVersions = ({ played }: FittedSeason): ReadonlyMap<number, number> =>
  newestVersions([...played].flatMap(([player, { games }]) => (games > 0 ? [player] : [])))
