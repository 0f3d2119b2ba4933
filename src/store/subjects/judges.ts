import type { Subject } from './subject.ts'

export type JudgesEntry =
  /** How many points a judge may give an entrant of this tournament, where its challenge has no judges. */
  | { readonly kind: 'judging-set'; readonly tournament: number; readonly points: number }
  /**
   * A link with which a judge gives marks in one tournament. It replaces the earlier link of the same judge. The log has
   * only the hash of its secret part.
   */
  | {
      readonly kind: 'judge-invited'
      readonly tournament: number
      readonly link: string
      readonly judge: string
      readonly hash: string
    }
  | { readonly kind: 'judge-revoked'; readonly tournament: number; readonly link: string }
  /** A mark was taken back; `link` is missing if the organiser did it. */
  | {
      readonly kind: 'mark-erased'
      readonly tournament: number
      readonly judge: string
      readonly entrant: string
      readonly link?: string
    }

export interface JudgeRow {
  /** The id of the link. */
  readonly id: string
  readonly tournament: number
  /** The judge's name, as marks have it. */
  readonly judge: string
  readonly hash: string
  readonly created: number
  /** When the link was revoked, or replaced by a newer one of the same judge. */
  readonly revoked: number | undefined
}

/** One change of a mark. */
export interface MarkChangeRow {
  readonly time: number
  readonly judge: string
  readonly entrant: string
  /** Undefined: the mark was taken back. */
  readonly points: number | undefined
  /** The judge's link; undefined if the organiser wrote the mark down. */
  readonly link: string | undefined
}

/** The links of judges, and how many points judges give. */
export const judges = {
  tables: { judge_links: 'seq', judging: 'tournament' },

  project: {
    'judging-set'({ tournament, points }, { insert }) {
      insert('judging', { tournament, points }, 'points = excluded.points')
    },
    'judge-invited'({ tournament, link: id, judge, hash }, { insert, database, seq, time }) {
      database.run(
        'UPDATE judge_links SET revoked = ? WHERE tournament = ? AND judge = ? AND revoked IS NULL',
        [time, tournament, judge],
      )
      insert('judge_links', { seq, id, tournament, judge, hash, created: time })
    },
    'judge-revoked'({ link }, { change, time }) {
      change('UPDATE judge_links SET revoked = ? WHERE id = ? AND revoked IS NULL', [time, link])
    },
    'mark-erased'({ tournament, judge, entrant }, { change }) {
      change('DELETE FROM marks WHERE tournament = ? AND judge = ? AND entrant = ?', [
        tournament,
        judge,
        entrant,
      ])
    },
  },

  reads: (database) => ({
    /** Undefined if the tournament does not say. */
    judging: (tournament: number): number | undefined =>
      database.all<{ points: number }>('SELECT points FROM judging WHERE tournament = ?', [tournament])[0]
        ?.points,
    judge: (id: string) =>
      database.all<JudgeRow>(
        'SELECT id, tournament, judge, hash, created, revoked FROM judge_links WHERE id = ?',
        [id],
      )[0],
    /** In the order in which they were invited. */
    judges: (tournament: number) =>
      database.all<JudgeRow>(
        'SELECT id, tournament, judge, hash, created, revoked FROM judge_links WHERE tournament = ? ORDER BY seq',
        [tournament],
      ),
    /** Every change of a mark, the oldest first. */
    markChanges: (tournament: number): readonly MarkChangeRow[] =>
      database
        .all<{ time: number; body: string }>(
          `SELECT time, body FROM log WHERE kind IN ('mark-given', 'mark-erased') AND body ->> '$.tournament' = ? ORDER BY seq`,
          [tournament],
        )
        .map(({ time, body }) => {
          const { judge, entrant, points, link } = JSON.parse(body) as MarkChangeRow
          return { time, judge, entrant, points, link }
        }),
  }),
} satisfies Subject<JudgesEntry>
