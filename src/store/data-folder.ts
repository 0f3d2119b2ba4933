import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { isFullDisk } from '../base/is-full-disk.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { databaseFailure, openDatabase, type Database, type DatabaseFailure } from './database.ts'
import { lockFolder } from './lock-folder.ts'
import { closeFiles, makePrivateFile, makePrivateFolder } from './make-private.ts'
import { checkVersion, migrate } from './migrate.ts'

/** The default of `--data`, in the working folder. */
export const DEFAULT_DATA_FOLDER = 'gamegrid-data'

/** Opens the arena in a folder to write to it, and locks the folder against other processes. */
export function openDataFolder(folder: string, ifMissing: 'create' | 'fail' = 'create'): Result<Database> {
  return inFolder(folder, () => {
    if (ifMissing === 'create') makePrivateFolder(folder)
    else if (!existsSync(arenaFile(folder))) return missing
    const lock = lockFolder(folder)
    if (!lock.ok) return lock
    return keepIf(lock.value, () => {
      // SQLite gives the write-ahead log and the shared memory the mode of the database.
      makePrivateFile(arenaFile(folder))
      closeFiles(folder)
      const database = openDatabase(arenaFile(folder))
      return keepIf(database, () => {
        const ready = prepare(database)
        return ready.ok ? ok(closingBoth(database, lock.value)) : ready
      })
    })
  })
}

/** Opens the arena in a folder to read it. A server may write to it meanwhile. */
export function readDataFolder(folder: string): Result<Database> {
  return inFolder(folder, () => {
    if (!existsSync(arenaFile(folder))) return missing
    const database = openDatabase(arenaFile(folder), { readOnly: true })
    return keepIf(database, () => {
      const version = checkVersion(database)
      if (!version.ok) return version
      return version.value === 0 ? missing : ok(database)
    })
  })
}

/** Runs `work` on the arena in a folder, and puts a failure into a sentence that names the folder. */
export function inFolder<T>(folder: string, work: () => Result<T>): Result<T> {
  try {
    const result = work()
    if (result.ok) return result
    return fail(result.problem.code, `Cannot open the arena in ${folder}: ${result.problem.message}`)
  } catch (error) {
    return failureIn(folder, error)
  }
}

/** The sentence for what the disk or the database threw. A bug is thrown again. */
export function failureIn(folder: string, error: unknown): Result<never> {
  const failure = databaseFailure(error) ?? fileFailure(error)
  if (failure === undefined) throw error
  return fail(`store-${failure}`, `Cannot open the arena in ${folder}: ${REASONS[failure]}`)
}

const missing = fail('store-missing', 'there is none')

/** The database of the arena in a folder. */
export const arenaFile = (folder: string): string => join(folder, 'arena.db')

function prepare(database: Database): Result<void> {
  // The database of another program is left as it is.
  const version = checkVersion(database)
  if (!version.ok) return version
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    -- A transaction stays in memory until its commit, so appending needs no room on the disk.
    PRAGMA cache_spill = OFF;
    -- A thread makes the checkpoints.
    PRAGMA wal_autocheckpoint = 0;
    -- Usually the log keeps its length. One that grew because a reader held it is cut when it is written from its start again.
    PRAGMA journal_size_limit = 16777216;
    PRAGMA temp_store = MEMORY;
  `)
  return migrate(database)
}

const closingBoth = (database: Database, lock: Disposable): Database => ({
  ...database,
  get isTransaction() {
    return database.isTransaction
  },
  [Symbol.dispose]() {
    database[Symbol.dispose]()
    lock[Symbol.dispose]()
  },
})

/** Closes what was opened again unless the work succeeds. */
function keepIf<T>(opened: Disposable, work: () => Result<T>): Result<T> {
  let isKept = false
  try {
    const result = work()
    isKept = result.ok
    return result
  } finally {
    if (!isKept) opened[Symbol.dispose]()
  }
}

const REASONS: Readonly<Record<DatabaseFailure | 'not-a-folder', string>> = {
  'not-a-folder': 'it is not a folder',
  'not-a-database': 'its arena.db is not a database',
  forbidden: 'it cannot be written',
  busy: 'another program is using its arena.db',
  disk: 'its disk failed',
  full: 'its disk is full: make room and start again',
  damaged: 'its arena.db is damaged',
  refused: 'its arena.db is damaged',
}

export function fileFailure(error: unknown): keyof typeof REASONS | undefined {
  const code = errorCode(error) ?? ''
  if (['EEXIST', 'ENOTDIR'].includes(code)) return 'not-a-folder'
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) return 'forbidden'
  return isFullDisk(error) ? 'full' : undefined
}
