import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail, ok, type Result } from '../base/result.ts'
import { arenaFile, inFolder, lockDataFolder } from './data-folder.ts'
import { databaseFailure, findDamage, openDatabase } from './database.ts'
import { makePrivateFile, makePrivateFolder } from './make-private.ts'
import { checkVersion } from './migrate.ts'
import { syncPath } from './sync-path.ts'

export interface Restored {
  /** Where the old database is now; undefined if there was none. */
  readonly replaced: string | undefined
}

/** Puts a backup in the place of an arena's database. The old database is moved aside, never removed. */
export function restoreStore(folder: string, backup: string): Result<Restored> {
  const fault = findFault(backup)
  if (fault !== undefined) return fail('restore-failed', `Cannot restore ${backup}: ${fault}`)
  return inFolder(folder, () => {
    makePrivateFolder(folder)
    const lock = lockDataFolder(folder)
    if (!lock.ok) return lock
    using _ = lock.value
    const partial = `${arenaFile(folder)}.partial`
    try {
      copyFileSync(backup, partial)
      makePrivateFile(partial)
      syncPath(partial)
      const replaced = moveAside(folder)
      renameSync(partial, arenaFile(folder))
      syncPath(folder)
      return ok({ replaced })
    } finally {
      rmSync(partial, { force: true })
    }
  })
}

/** Why a file is no backup that can be restored. */
function findFault(file: string): string | undefined {
  if (!existsSync(file)) return 'there is no such file'
  try {
    using database = openDatabase(file, { readOnly: true })
    const version = checkVersion(database)
    if (!version.ok) return version.problem.message
    if (version.value === 0) return 'it is empty'
    const [damage] = findDamage(database)
    return damage === undefined ? undefined : `it is damaged, ${damage}`
  } catch (error) {
    if (databaseFailure(error) === undefined) throw error
    return 'it is not a backup of an arena, or damaged'
  }
}

/** Moves the database with its write-ahead log: SQLite would replay a log that stays behind into the new database. */
function moveAside(folder: string): string | undefined {
  const files = ['', '-wal', '-shm']
    .map((ending) => arenaFile(folder) + ending)
    .filter((file) => existsSync(file))
  if (files.length === 0) return undefined
  let number = 1
  while (existsSync(join(folder, `replaced-${number}`))) number++
  const aside = join(folder, `replaced-${number}`)
  makePrivateFolder(aside)
  for (const file of files) renameSync(file, join(aside, basename(file)))
  return aside
}
