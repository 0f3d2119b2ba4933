import type { Database } from './database.ts'
import type { LogEntry } from './subjects/index.ts'

/** A line of the log as it is stored: `body` has as JSON what has no column of its own. */
export interface LogRow {
  readonly seq: number
  readonly time: number
  readonly kind: LogEntry['kind']
  readonly match: number | undefined
  readonly body: string
}

/** Gives the number of the entry. */
export function writeEntry(database: Database, entry: LogEntry, time: number): number {
  const match = 'match' in entry ? entry.match : null
  const body = JSON.stringify({ ...entry, kind: undefined, match: undefined })
  return database.run('INSERT INTO log (time, kind, match, body) VALUES (?, ?, ?, ?)', [
    time,
    entry.kind,
    match,
    body,
  ]).row
}

export function readEntry({ kind, match, body }: LogRow): LogEntry {
  const rest = JSON.parse(body) as object
  // JSON leaves out the undefined winner of a draw.
  const winner = kind === 'match-over' ? { winner: undefined } : {}
  return { kind, ...(match === undefined ? {} : { match }), ...winner, ...rest } as LogEntry
}
