import type { ResultRating, ScheduledMatch, WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { ResultGame } from '../../../../src/api/tournament-result.ts'

/** Indexes of a tournament for the parts of its page. */
export interface TournamentIndex {
  /** By the key of a match. */
  readonly games: ReadonlyMap<string, ResultGame>
  readonly scheduled: ReadonlyMap<string, ScheduledMatch>
  /** By the name of an entrant. */
  readonly ratings: ReadonlyMap<string, ResultRating>
  readonly players: ReadonlyMap<string, number>
}

/** A part of the page. */
export interface PartProps {
  readonly tournament: WholeTournamentBody
  readonly index: TournamentIndex
}

export const indexTournament = ({ result, schedule, teams }: WholeTournamentBody): TournamentIndex => ({
  games: new Map(result.games.map((game) => [game.key, game])),
  scheduled: new Map(schedule.map((match) => [match.key, match])),
  ratings: new Map(result.ratings.map((rating) => [rating.name, rating])),
  players: new Map(teams.map(({ name, player }) => [name, player])),
})
