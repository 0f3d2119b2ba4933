import type { Result } from '../base/result.ts'
import type { Store, TournamentRow } from '../store/store.ts'
import { judgedPoints } from '../tournament/points.ts'
import { readMark } from '../tournament/standings.ts'
import { specNow } from './entry-entrants.ts'
import { openJudges, type Judges } from './judges.ts'
import type { TournamentEntry } from './play-tournament.ts'
import { specWith } from './tournament-row.ts'

/** The judges of tournaments, and the marks that they give. */
export interface TournamentMarks {
  /** Null takes the judge's mark back. `link` is the judge's own; without it the organiser writes the mark down. */
  mark(id: number, judge: string, entrant: string, points: unknown, link?: string): Result<TournamentRow>
  readonly judges: Judges
  publish(id: number): Result<TournamentRow>
}

export interface TournamentMarksOptions {
  readonly store: Store
  readonly find: (id: number) => Result<TournamentRow>
  readonly append: (entry: TournamentEntry) => void
  /** Appends an entry that changes the tournament, and tells no listener. */
  readonly appendUnheard: (entry: TournamentEntry) => void
}

export function openTournamentMarks({
  store,
  find,
  append,
  appendUnheard,
}: TournamentMarksOptions): TournamentMarks {
  return {
    judges: openJudges({ store, append, specNow: (row) => specNow(row, store) }),
    mark(id, judge, entrant, points, link) {
      const row = find(id)
      if (!row.ok) return row
      const spec = specWith(row.value, entrant, store)
      if (!spec.ok) return spec
      const given = store.marks(id).find((mark) => mark.judge === judge && mark.entrant === entrant)
      const whose = { tournament: id, judge, entrant, ...(link !== undefined && { link }) }
      // Private marks are no news: a judge that types would make every page read the contest again.
      const keep = link === undefined || row.value.published !== undefined ? append : appendUnheard
      if (points === null) {
        if (given) keep({ kind: 'mark-erased', ...whose })
        return row
      }
      const mark = readMark(points, judgedPoints(spec.value.challenge.points, store.judging(id)))
      if (!mark.ok) return mark
      if (given?.points !== mark.value) keep({ kind: 'mark-given', ...whose, points: mark.value })
      return row
    },
    publish(id) {
      const row = find(id)
      if (row.ok) append({ kind: 'marks-published', tournament: id })
      return row.ok ? find(id) : row
    },
  }
}
