import type { PairResults } from '../rating/games-by-pair.ts'
import type { Fit, FittedRating } from './ladder-fits.ts'
import { newestVersions, type CountedMatch } from './ladder-results.ts'

/** The ratings of a ladder at an earlier time. */
export interface PastRatings {
  /** In milliseconds since 1970: all matches that had ended by then are fitted. */
  readonly at: number
  readonly ratings: ReadonlyMap<string, FittedRating>
  /** By bot: the newest version that had played by then. */
  readonly newest: ReadonlyMap<number, number>
}

/** The most points of a history. */
const MOST_POINTS = 40

/**
 * Ratings over time: each point is a fit of all matches that had ended by then, so it follows from the log alone. Points lie at
 * every 2ⁿ-th match. When a ladder doubles, every other point stays what it was, and its fit is kept.
 */
export function openLadderHistory(fit: (results: readonly PairResults[]) => Promise<Fit>) {
  /** By the number of matches. */
  const known = new Map<number, Promise<PastRatings>>()

  function pointAfter(matches: number, inOrder: readonly CountedMatch[]): Promise<PastRatings> {
    const before = known.get(matches)
    if (before) return before
    const at = inOrder[matches - 1]?.ended ?? 0
    const point = fit(addUp(inOrder.slice(0, matches))).then(({ ratings }) =>
      pastRatings(at, new Map(ratings.map((rating) => [rating.player, rating]))),
    )
    known.set(matches, point)
    point.catch(() => known.delete(matches))
    return point
  }

  return async (
    inOrder: readonly CountedMatch[],
    now: ReadonlyMap<string, FittedRating>,
  ): Promise<readonly PastRatings[]> => {
    const last = inOrder.at(-1)
    if (last === undefined) return []
    const ends = endsOf(inOrder)
    for (const matches of known.keys()) if (!ends.includes(matches)) known.delete(matches)
    const points: PastRatings[] = []
    for (const matches of ends) points.push(await pointAfter(matches, inOrder))
    return [...points, pastRatings(last.ended, now)]
  }
}

const pastRatings = (at: number, ratings: PastRatings['ratings']): PastRatings => ({
  at,
  ratings,
  newest: newestVersions(ratings.keys()),
})

/**
 * After how many matches the points before the last lie. A point is moved on to the end of its millisecond: the matches that ended
 * by then are the same whatever order they are read in.
 */
function endsOf(inOrder: readonly CountedMatch[]): readonly number[] {
  let step = 1
  while (inOrder.length / step >= MOST_POINTS) step *= 2
  const ends = new Set<number>()
  for (let matches = step; matches < inOrder.length; matches += step) {
    let end = matches
    while (inOrder[end] && inOrder[end]?.ended === inOrder[end - 1]?.ended) end++
    if (end < inOrder.length) ends.add(end)
  }
  return [...ends]
}

function addUp(matches: readonly CountedMatch[]): readonly PairResults[] {
  const sums = new Map<string, { -readonly [Key in keyof PairResults]: PairResults[Key] }>()
  for (const { first, second, wins, draws, losses } of matches) {
    const key = `${first} ${second}`
    const sum = sums.get(key)
    if (sum) {
      sum.wins += wins
      sum.draws += draws
      sum.losses += losses
    } else sums.set(key, { first, second, wins, draws, losses })
  }
  return [...sums.values()]
}
