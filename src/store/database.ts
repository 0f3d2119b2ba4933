import { backup, DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'

/** One connection to a SQLite file. Only this file imports the SQLite library. Statements are prepared once, and cached by their text. */
export interface Database extends Disposable {
  /** Runs a script of statements. */
  exec(script: string): void
  run(sql: string, values?: readonly Value[]): Changed
  /** Plain objects, with undefined for NULL. Tables are strict, and `Row` is what they and the statement say: it is not checked. */
  all<Row>(sql: string, values?: readonly Value[]): Row[]
  /** One row at a time, for what does not fit into memory. */
  each<Row>(sql: string, values?: readonly Value[]): Iterable<Row>
  readonly isTransaction: boolean
  /** Copies the whole database as of one moment; other connections may write to it meanwhile. */
  copyTo(file: string): Promise<void>
}

/** What cannot change the database. */
export type Reading = Pick<Database, 'all'>

export type Value = string | number | null

export interface Changed {
  readonly changes: number
  /** The number of the row that was inserted. */
  readonly row: number
}

export function openDatabase(
  file: string,
  options: { readonly readOnly?: boolean; readonly timeoutMs?: number } = {},
): Database {
  const connection = new DatabaseSync(file, {
    readOnly: options.readOnly ?? false,
    timeout: options.timeoutMs ?? 5000,
    enableForeignKeyConstraints: true,
  })
  // Without this, INSERT OR REPLACE deletes a row of the log without running the trigger that forbids it.
  connection.exec('PRAGMA recursive_triggers = ON')
  const statements = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const made = connection.prepare(sql)
    statements.set(sql, made)
    return made
  }
  return {
    exec(script) {
      connection.exec(script)
    },
    run(sql, values = []) {
      const { changes, lastInsertRowid } = statement(sql).run(...values)
      return { changes: Number(changes), row: Number(lastInsertRowid) }
    },
    all<Row>(sql: string, values: readonly Value[] = []) {
      return statement(sql)
        .all(...values)
        .map(plain) as Row[]
    },
    each<Row>(sql: string, values: readonly Value[] = []) {
      return statement(sql)
        .iterate(...values)
        .map(plain) as Iterable<Row>
    },
    get isTransaction() {
      return connection.isTransaction
    },
    async copyTo(target) {
      // All pages in one step: a copy in several steps starts again after each write in between.
      await backup(connection, target, { rate: 0x7fff_ffff })
    },
    [Symbol.dispose]() {
      statements.clear()
      if (connection.isOpen) connection.close()
    },
  }
}

/** SQLite gives rows without a prototype. To copy such a row with `...` and change the copy takes four times as long. */
function plain(row: Readonly<Record<string, SQLOutputValue>>): object {
  const copy: Record<string, SQLOutputValue | undefined> = {}
  for (const column in row) copy[column] = row[column] ?? undefined
  return copy
}

/** Commits all changes of `change`, or none if it throws. */
export function inTransaction<T>(database: Database, change: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = change()
    database.exec('COMMIT')
    return value
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** What is damaged in the file itself; empty if nothing is. It reads the whole file; `whole` compares the indexes with their tables as well. */
export const findDamage = (database: Database, how: 'whole' | 'quick' = 'whole'): readonly string[] =>
  database
    .all<Record<string, string>>(`PRAGMA ${how === 'quick' ? 'quick' : 'integrity'}_check(10)`)
    .flatMap((row) => Object.values(row))
    .filter((line) => line !== 'ok')

/** SQLite's result codes that a user can do something about, or that the store handles. */
const DATABASE_FAILURES = {
  3: 'forbidden',
  5: 'busy',
  8: 'forbidden',
  10: 'disk',
  11: 'damaged',
  13: 'full',
  14: 'forbidden',
  19: 'refused',
  26: 'not-a-database',
} as const
export type DatabaseFailure = (typeof DATABASE_FAILURES)[keyof typeof DATABASE_FAILURES]

/** Whether a copy failed because of the file that is copied: its disk failed, or it is damaged. All else is about the copy. */
export function isReadFailure(error: unknown): boolean {
  const failure = databaseFailure(error)
  if (failure === 'disk') return READ_ERRORS.has(errorNumber(error))
  return failure === 'damaged' || failure === 'not-a-database'
}

/** SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ and SQLITE_IOERR_CORRUPTFS, which is EIO of a read. */
const READ_ERRORS: ReadonlySet<number> = new Set([266, 522, 8458])

export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  // The low byte is the primary result code, the rest extends it.
  const code = errorNumber(error) & 0xff
  return DATABASE_FAILURES[code as keyof typeof DATABASE_FAILURES]
}

const errorNumber = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN
