import type { Ratings } from './fit.ts'
import { normalBelow } from './normal.ts'

/** How likely it is that one player is stronger than another, given all games of the fit. */
export function superiority(ratings: Ratings, player: string, other: string): number {
  const { elo, deviation } = ratings.difference(player, other)
  return deviation === 0 ? 0.5 : normalBelow(elo / deviation)
}

/** The same for two players by their games against each other alone. Draws do not count: they favour neither. */
export const superiorityOfWins = (wins: number, losses: number): number =>
  wins === losses ? 0.5 : normalBelow((wins - losses) / Math.sqrt(wins + losses))
