import type { Subject } from './subject.ts'

export interface ContestResultRow {
  readonly match: number
  /** Milliseconds since 1970. */
  readonly ended: number
}

/** The finished matches of tournaments by time, for feeds. The tables belong to other subjects. */
export const contestResults = {
  tables: {},
  project: {},
  reads: (database) => ({
    /** The matches of a tournament that count and have ended, newest first. */
    contestResults: (tournament: number, limit: number) =>
      database.all<ContestResultRow>(
        `SELECT matches.id AS match, matches.ended AS ended FROM tournament_matches JOIN matches ON matches.id = tournament_matches.match
         WHERE tournament_matches.tournament = ? AND matches.status = 'over' AND matches.void = 0
         ORDER BY matches.ended DESC, matches.id DESC LIMIT ?`,
        [tournament, limit],
      ),
  }),
} satisfies Subject<never>
