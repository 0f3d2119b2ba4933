import type { Value } from '../database.ts'
import { before, nextId, type Page, type WithJson } from '../queries.ts'
import type { Subject } from './subject.ts'

export type TournamentEntry =
  /** A new tournament that waits to be started. Its header has everything that fixes it. */
  | {
      readonly kind: 'tournament-created'
      readonly tournament: number
      readonly name: string
      readonly challenge: string
      readonly header: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'tournament-moved'
      readonly tournament: number
      readonly status: Exclude<TournamentStatus, 'waiting'>
    }
  /** A match of a tournament was created. A key has several matches if some were void. */
  | {
      readonly kind: 'tournament-match'
      readonly tournament: number
      readonly key: string
      readonly match: number
    }
  /** The result of a match of a tournament, as one line of the tournament's ledger. */
  | {
      readonly kind: 'tournament-result'
      readonly tournament: number
      readonly key: string
      readonly entry: string
    }
  /** The organiser took an entrant out: it loses its matches from this round on that it has not played. */
  | {
      readonly kind: 'entrant-withdrawn'
      readonly tournament: number
      readonly entrant: string
      readonly round: number
    }
  /** Points that a judge gives an entrant; a later mark replaces an earlier one. */
  | {
      readonly kind: 'mark-given'
      readonly tournament: number
      readonly judge: string
      readonly entrant: string
      readonly points: number
      /** The judge's own link; missing if the organiser wrote the mark down. */
      readonly link?: string
    }
  /** From now on the marks are public. */
  | { readonly kind: 'marks-published'; readonly tournament: number }

export type TournamentStatus = 'waiting' | 'running' | 'paused' | 'over'

export interface TournamentRow {
  readonly id: number
  readonly name: string
  readonly challenge: string
  readonly header: Readonly<Record<string, unknown>>
  readonly status: TournamentStatus
  /** When the marks were published. */
  readonly published: number | undefined
  readonly created: number
}

export interface TournamentMatchRow {
  readonly key: string
  readonly match: number
}

export interface WithdrawalRow {
  readonly entrant: string
  /** It loses its matches from this round on that it has not played. */
  readonly round: number
}

export interface MarkRow {
  readonly judge: string
  readonly entrant: string
  readonly points: number
}

/** Tournaments, their matches and results, withdrawals, and the marks of judges. */
export const tournaments = {
  tables: {
    withdrawals: 'seq',
    marks: 'tournament, judge, entrant',
    tournament_results: 'tournament, key',
    tournament_matches: 'seq',
    tournaments: 'id',
  },

  project: {
    'tournament-created'({ tournament: id, name, challenge, header }, { insert, time }) {
      insert('tournaments', {
        id,
        name,
        challenge,
        header: JSON.stringify(header),
        status: 'waiting',
        created: time,
      })
    },
    'tournament-moved'({ tournament, status }, { change }) {
      change(`UPDATE tournaments SET status = ? WHERE id = ? AND status <> 'over'`, [status, tournament])
    },
    'tournament-match'({ tournament, key, match }, { insert, seq }) {
      insert('tournament_matches', { seq, tournament, key, match })
    },
    'tournament-result'({ tournament, key, entry }, { insert }) {
      insert('tournament_results', { tournament, key, entry })
    },
    'entrant-withdrawn'({ tournament, entrant, round }, { insert, seq }) {
      insert('withdrawals', { seq, tournament, entrant, round })
    },
    'mark-given'({ tournament, judge, entrant, points }, { insert }) {
      insert('marks', { tournament, judge, entrant, points }, 'points = excluded.points')
    },
    'marks-published'({ tournament }, { change, time }) {
      change('UPDATE tournaments SET published = ? WHERE id = ?', [time, tournament])
    },
  },

  reads(database) {
    const select = (rest: string, values: readonly Value[]): readonly TournamentRow[] =>
      database
        .all<WithJson<TournamentRow, 'header'>>(
          `SELECT id, name, challenge, header, status, published, created FROM tournaments ${rest}`,
          values,
        )
        .map((row) => ({ ...row, header: JSON.parse(row.header) as TournamentRow['header'] }))
    return {
      nextTournament: () => nextId(database, 'tournaments'),
      tournament: (id: number) => select('WHERE id = ?', [id])[0],
      /** Newest first. */
      tournaments: (page: Page) => select('WHERE id < ? ORDER BY id DESC LIMIT ?', before(page)),
      /** Those that are not over, in the order in which they were made. */
      unfinishedTournaments: () => select(`WHERE status <> 'over' ORDER BY id`, []),
      /** In the order in which they were created. */
      tournamentMatches: (tournament: number) =>
        database.all<TournamentMatchRow>(
          'SELECT key, match FROM tournament_matches WHERE tournament = ? ORDER BY seq',
          [tournament],
        ),
      /** The tournament that a match is part of. */
      tournamentOf: (match: number) =>
        database.all<{ tournament: number }>('SELECT tournament FROM tournament_matches WHERE match = ?', [
          match,
        ])[0]?.tournament,
      /** One line of the ledger for each match that counts, by key. */
      tournamentResults: (tournament: number): readonly string[] =>
        database
          .all<{ entry: string }>('SELECT entry FROM tournament_results WHERE tournament = ? ORDER BY key', [
            tournament,
          ])
          .map(({ entry }) => entry),
      countTournamentResults: (tournament: number): number =>
        database.all<{ count: number }>(
          'SELECT count(*) AS count FROM tournament_results WHERE tournament = ?',
          [tournament],
        )[0]?.count ?? 0,
      /** The entrants that were taken out, in that order. */
      withdrawals: (tournament: number) =>
        database.all<WithdrawalRow>(
          'SELECT entrant, round FROM withdrawals WHERE tournament = ? ORDER BY seq',
          [tournament],
        ),
      marks: (tournament: number) =>
        database.all<MarkRow>(
          'SELECT judge, entrant, points FROM marks WHERE tournament = ? ORDER BY judge, entrant',
          [tournament],
        ),
    }
  },
} satisfies Subject<TournamentEntry>
