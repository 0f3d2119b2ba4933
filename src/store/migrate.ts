import { fail, ok, type Result } from '../base/result.ts'
import { inTransaction, type Database } from './database.ts'
import { MIGRATIONS } from './migrations/index.ts'

/** Runs the migrations that a database has not seen, in one transaction. If one fails it throws, and nothing is changed. */
export function migrate(database: Database, migrations = MIGRATIONS): Result<void> {
  const checked = checkVersion(database, migrations.length)
  if (!checked.ok) return checked
  const unseen = migrations.slice(checked.value)
  if (unseen.length > 0)
    inTransaction(database, () => {
      for (const script of unseen) database.exec(script)
      database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${GAMEGRID}`)
    })
  return ok(undefined)
}

/** How many migrations the database has seen: 0 for an empty file. */
export function checkVersion(database: Database, known = MIGRATIONS.length): Result<number> {
  const application = pragma(database, 'application_id')
  const version = pragma(database, 'user_version')
  const isEmpty = database.all('SELECT 1 FROM sqlite_schema LIMIT 1').length === 0
  if (application !== GAMEGRID && !(isEmpty && application === 0 && version === 0))
    return fail('store-foreign', 'its database belongs to another program')
  if (version > known) return fail('store-newer', 'it was written by a newer gamegrid')
  return ok(version)
}

/** Whether the database has seen all migrations. */
export const isCurrent = (database: Database): boolean =>
  pragma(database, 'user_version') === MIGRATIONS.length

/** SQLite's application id of our files: `grid` in ASCII. */
const GAMEGRID = 0x67726964

const pragma = (database: Database, name: 'application_id' | 'user_version'): number =>
  database.all<Record<string, number>>(`PRAGMA ${name}`)[0]?.[name] ?? 0
