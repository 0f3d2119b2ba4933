import type { TournamentResult } from '../api/tournament-result.ts'
import { SHORT_TABLE } from '../tournament/crosstable.ts'

/** The result with the first entrants of its tables of pairs alone: these grow with the square of the entrants, and no page shows more of them. */
export const withShortTables = (result: TournamentResult): TournamentResult => ({
  ...result,
  crosstable: result.crosstable.slice(0, SHORT_TABLE).map((row) => row.slice(0, SHORT_TABLE)),
  ratings: result.ratings.map((rating, at) => ({
    ...rating,
    superiority: at < SHORT_TABLE ? rating.superiority.slice(0, SHORT_TABLE) : [],
  })),
})
