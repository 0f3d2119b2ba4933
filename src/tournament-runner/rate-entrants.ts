import { countGames } from '../rating/count-games.ts'
import { fitRatings } from '../rating/fit.ts'
import type { Rate } from '../tournament/ladder.ts'

/** Ratings by whole matches, copies counted once: a ladder chooses its next pairings by them. */
export const rateByMatches: Rate = (entrants, ended) => {
  const games = ended.flatMap(({ pairing: { players }, how, winner, fingerprint }) =>
    how === 'played' ? [{ first: players[0], second: players[1], winner, fingerprint }] : [],
  )
  const { players } = fitRatings(
    entrants.map(({ id }) => id),
    countGames(games).results(),
  )
  const byId = new Map(players.map((rating) => [rating.player, rating]))
  return entrants.map(({ id }) => {
    const { elo = 0, deviation = 1000 } = byId.get(id) ?? {}
    return { rating: elo, error: deviation }
  })
}
