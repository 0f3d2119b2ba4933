import { createHash } from 'node:crypto'
import type { Database } from './database.ts'
import { readEntry, type LogRow } from './log.ts'
import { LOG_ONLY_KINDS, project, TABLES } from './projections.ts'

/** Projects the log into empty tables, of the same database or of another one. */
export function replayLog(log: Database, into: Database): void {
  const rows = log.each<LogRow>(
    `SELECT seq, time, kind, match, body FROM log WHERE kind NOT IN (${LOG_ONLY_KINDS.map(() => '?').join()}) ORDER BY seq`,
    LOG_ONLY_KINDS,
  )
  for (const row of rows) project(into, readEntry(row), row.seq, row.time)
}

export function clearProjections(database: Database): void {
  for (const { table } of TABLES) database.run(`DELETE FROM ${table}`)
}

/** The SHA-256 of all rows of all projections: equal digests, equal bytes. */
export function digestProjections(database: Database): string {
  const hash = createHash('sha256')
  for (const { table, key } of TABLES) {
    hash.update(`${table}\n`)
    for (const row of database.each<object>(`SELECT * FROM ${table} ORDER BY ${key}`))
      hash.update(`${JSON.stringify(Object.values(row))}\n`)
  }
  return hash.digest('hex')
}

export const countEntries = (database: Database): number =>
  database.all<{ entries: number }>('SELECT count(*) AS entries FROM log')[0]?.entries ?? 0
