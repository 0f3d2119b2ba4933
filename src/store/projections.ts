import type { Database } from './database.ts'
import { SUBJECTS, type LogEntry } from './subjects/index.ts'
import type { LOG_ONLY, Projection, ProjectionContext } from './subjects/subject.ts'

/** The tables that follow from the log, each after those that refer to it, and the columns that order their rows. */
export const TABLES = SUBJECTS.toReversed()
  .flatMap(({ tables }) => Object.entries(tables))
  .map(([table, key]) => ({ table, key }))

const PROJECTIONS = new Map<string, readonly Projection<never>[]>()
for (const { project } of SUBJECTS)
  for (const [kind, projection] of Object.entries<Projection<never> | typeof LOG_ONLY>(project))
    PROJECTIONS.set(kind, [...(PROJECTIONS.get(kind) ?? []), ...(projection ? [projection] : [])])

/** Kinds of entries that no table follows from: nearly all of the log. */
export const LOG_ONLY_KINDS = [...PROJECTIONS].flatMap(([kind, { length }]) => (length === 0 ? [kind] : []))

/**
 * Brings the projections up to date with one more entry: nothing else changes them. An entry that does not follow from
 * those before it is a bug, and throws.
 */
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
  // Each projection is listed under the kind of its entries.
  for (const projection of PROJECTIONS.get(entry.kind) ?? [])
    projection(entry as never, { database, seq, time, change, insert })
}
