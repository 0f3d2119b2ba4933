import { fitRatings } from '../rating/fit.ts'
import type { PairResults } from '../rating/games-by-pair.ts'
import type { Rate } from '../tournament/ladder.ts'

/** Ratings by whole matches: a ladder chooses its next pairings by them. */
export const rateByMatches: Rate = (entrants, ended) => {
  if (entrants.length === 0) return []
  const results = ended.flatMap(({ pairing: { players }, how, winner }) =>
    how === 'played' ? [oneResult(players, winner)] : [],
  )
  const { players } = fitRatings(
    entrants.map(({ id }) => id),
    results,
  )
  const byId = new Map(players.map((rating) => [rating.player, rating]))
  return entrants.map(({ id }) => {
    const { elo = 0, deviation = 1000 } = byId.get(id) ?? {}
    return { rating: elo, error: deviation }
  })
}

/** The games of one pair of entrants, the one named first in the first seat. */
export const oneResult = (
  [first, second]: readonly [string, string],
  winner: 0 | 1 | undefined,
): PairResults => ({
  first,
  second,
  wins: Number(winner === 0),
  draws: Number(winner === undefined),
  losses: Number(winner === 1),
})
