import { show } from '../base/fields.ts'
import { fail, type Result } from '../base/result.ts'
import type { Store, TournamentRow } from '../store/store.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { specNow } from './entry-entrants.ts'

export const isOver = (id: number) => fail('tournament-over', `Tournament ${id} is over`)

/** The spec of the tournament, if it has such an entrant. */
export function specWith(row: TournamentRow, entrant: string, store: Store): Result<TournamentSpec> {
  const spec = specNow(row, store)
  if (!spec.ok || spec.value.entrants.some(({ name }) => name === entrant)) return spec
  return fail('unknown-entrant', `There is no entrant ${show(entrant)} in tournament ${row.id}`)
}
