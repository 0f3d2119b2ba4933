import type { Database, Value } from './database.ts'
import type { LogEntry } from './subjects/index.ts'

/** A line of the log as it is stored: `body` has as JSON what has no column of its own. */
export interface LogRow {
  readonly seq: number
  readonly time: number
  readonly kind: LogEntry['kind']
  readonly match: number | undefined
  readonly body: string
}

/** Throws if the entry cannot be a line: a bug. So the line can be written later, and only the disk can prevent that. */
export function lineOf(entry: LogEntry, seq: number, time: number): LogRow {
  const match = 'match' in entry ? entry.match : undefined
  for (const number of [seq, time, match ?? 0])
    if (!Number.isSafeInteger(number))
      throw new Error(`Cannot append ${entry.kind}: ${number} is not a whole number`)
  return {
    seq,
    time,
    kind: entry.kind,
    match,
    body: JSON.stringify({ ...entry, kind: undefined, match: undefined }),
  }
}

/** So many lines a statement. */
const AT_ONCE = [64, 16, 4, 1]
const statements = new Map(
  AT_ONCE.map((lines) => [
    lines,
    `INSERT INTO log (seq, time, kind, match, body) VALUES ${Array.from({ length: lines }, () => '(?, ?, ?, ?, ?)').join()}`,
  ]),
)

/** Many lines by one statement cost much less than a statement each: after the first line, SQLite's code and pages are in the processor's cache. */
export function writeLines(database: Database, lines: readonly LogRow[]): void {
  let next = 0
  for (const [count, sql] of statements)
    for (; lines.length - next >= count; next += count)
      database.run(sql, lines.slice(next, next + count).flatMap(valuesOf))
}

const valuesOf = ({ seq, time, kind, match, body }: LogRow): readonly Value[] => [
  seq,
  time,
  kind,
  match ?? null,
  body,
]

export function readEntry({ kind, match, body }: LogRow): LogEntry {
  const rest = JSON.parse(body) as object
  // JSON leaves out the undefined winner of a draw.
  const winner = kind === 'match-over' ? { winner: undefined } : {}
  return { kind, ...(match === undefined ? {} : { match }), ...winner, ...rest } as LogEntry
}
