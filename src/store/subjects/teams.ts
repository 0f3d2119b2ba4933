import { foldName } from '../fold-name.ts'
import { after, type Page } from '../queries.ts'
import type { Subject } from './subject.ts'

/** A team, and what it has done. */
export interface TeamRow {
  readonly id: number
  readonly name: string
  readonly created: number
  /** Those that can play. */
  readonly bots: number
  /** Finished matches that count, and their results. */
  readonly won: number
  readonly drawn: number
  readonly lost: number
  /** When its newest finished match ended, whether that counts or not. */
  readonly lastPlayed: number | undefined
}

/** People of the role `player`, with their numbers. No table of its own: each number is read by an index. */
export const teams = {
  tables: {},
  project: {},
  reads(database) {
    const select = (rest: string, values: readonly (string | number)[]) =>
      database.all<TeamRow>(
        `SELECT id, name, created,
           (SELECT count(*) FROM bots WHERE person = people.id AND plays IS NOT NULL) AS bots,
           (SELECT coalesce(sum(won), 0) FROM tallies WHERE person = people.id) AS won,
           (SELECT coalesce(sum(drawn), 0) FROM tallies WHERE person = people.id) AS drawn,
           (SELECT coalesce(sum(lost), 0) FROM tallies WHERE person = people.id) AS lost,
           (SELECT ended FROM match_people JOIN matches ON matches.id = match WHERE person = people.id
            AND started IS NOT NULL AND ended IS NOT NULL ORDER BY match DESC LIMIT 1) AS lastPlayed
         FROM people WHERE role = 'player' AND ${rest}`,
        values,
      )
    return {
      team: (id: number) => select('id = ?', [id])[0],
      /** Teams whose names contain a text, without regard to letter case. */
      teams: (search: string, page: Page) =>
        select('id > ? AND instr(folded, ?) > 0 ORDER BY id LIMIT ?', [
          after(page)[0],
          foldName(search),
          page.limit,
        ]),
    }
  },
} satisfies Subject<never>
