import type { Database } from './database.ts'
import { SUBJECTS, type LogEntry } from './subjects/index.ts'
import type { LOG_ONLY, Projection, ProjectionContext } from './subjects/subject.ts'

/** All tables but the log, each after the tables that refer to it, and the columns that order its rows. */
export const TABLES = SUBJECTS.toReversed()
  .flatMap(({ tables }) => Object.entries(tables))
  .map(([table, key]) => ({ table, key }))

const PROJECTIONS = new Map<string, readonly Projection<never>[]>()
for (const { project } of SUBJECTS)
  for (const [kind, projection] of Object.entries<Projection<never> | typeof LOG_ONLY>(project))
    PROJECTIONS.set(kind, [...(PROJECTIONS.get(kind) ?? []), ...(projection ? [projection] : [])])

/** Kinds of entries that no table follows from. Nearly all of the log is of these. */
export const LOG_ONLY_KINDS = [...PROJECTIONS].flatMap(([kind, { length }]) => (length === 0 ? [kind] : []))

/** Changes the projections as one more entry says; nothing else changes them. It throws if the entry does not follow from the log: a bug. */
export function project(database: Database, entry: LogEntry, seq: number, time: number): void {
  const change: ProjectionContext['change'] = (sql, values) => {
    if (database.run(sql, values).changes !== 1)
      throw new Error(`Cannot append ${entry.kind}: it does not follow from the log`)
  }
  const insert: ProjectionContext['insert'] = (table, row, orChange) => {
    const columns = Object.keys(row)
    const sql = `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join()}) VALUES (${columns.map(() => '?').join()})`
    change(
      orChange === undefined ? sql : `${sql} ON CONFLICT DO UPDATE SET ${orChange}`,
      Object.values(row).map((value) => value ?? null),
    )
  }
  // The cast is safe: a subject lists each projection under the kind of its entries.
  for (const projection of PROJECTIONS.get(entry.kind) ?? [])
    projection(entry as never, { database, seq, time, change, insert })
}
