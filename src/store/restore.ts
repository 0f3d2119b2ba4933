import { existsSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail, ok, type Result } from '../base/result.ts'
import { copyStore, removeCopy } from './backup.ts'
import { arenaFile, failureIn, inFolder } from './data-folder.ts'
import { databaseFailure, findDamage, isReadFailure, openDatabase, type Database } from './database.ts'
import { lockFolder } from './lock-folder.ts'
import { makePrivateFolder } from './make-private.ts'
import { checkVersion } from './migrate.ts'
import { syncPath } from './sync-path.ts'

export interface Restored {
  /** Where the old database is now; undefined if there was none. */
  readonly replaced: string | undefined
}

/** Puts a backup in the place of an arena's database. The old database is moved aside, never removed. */
export async function restoreStore(folder: string, backup: string): Promise<Result<Restored>> {
  const opened = openBackup(backup)
  if (typeof opened === 'string') return cannot(backup, opened)
  using source = opened
  const locked = inFolder(folder, () => {
    makePrivateFolder(folder)
    return lockFolder(folder)
  })
  if (!locked.ok) return locked
  using _ = locked.value
  const partial = `${arenaFile(folder)}.partial`
  try {
    removeCopy(partial)
    // The database of a server that was killed has its newest part in a write-ahead log beside it.
    const [damage] = await copyStore(source, partial)
    if (damage !== undefined) return cannot(backup, `the copy is damaged, ${damage}`)
    // The backup may have been cut while it was copied, as by a program that writes it again.
    if (isEmpty(partial)) return cannot(backup, 'it is empty')
    syncPath(partial)
    const replaced = moveAside(folder)
    renameSync(partial, arenaFile(folder))
    syncPath(folder)
    return ok({ replaced })
  } catch (error) {
    if (isReadFailure(error)) return cannot(backup, CHANGED)
    return failureIn(folder, error)
  } finally {
    removeCopy(partial)
  }
}

const cannot = (backup: string, why: string) => fail('restore-failed', `Cannot restore ${backup}: ${why}`)

const CHANGED = 'it became unreadable while it was copied: its disk failed, or a program wrote to it'

function isEmpty(file: string): boolean {
  using database = openDatabase(file, { readOnly: true })
  const version = checkVersion(database)
  return version.ok && version.value === 0
}

/** Opens a backup to read it, or says why it cannot be restored. */
function openBackup(file: string): Database | string {
  if (!existsSync(file)) return 'there is no such file'
  let database: Database | undefined
  try {
    database = openDatabase(file, { readOnly: true })
    const fault = findFault(database)
    if (fault === undefined) return database
    database[Symbol.dispose]()
    return fault
  } catch (error) {
    database?.[Symbol.dispose]()
    if (databaseFailure(error) === undefined) throw error
    return 'it is not a backup of an arena, or damaged'
  }
}

function findFault(database: Database): string | undefined {
  const version = checkVersion(database)
  if (!version.ok) return version.problem.message
  if (version.value === 0) return 'it is empty'
  const [damage] = findDamage(database)
  return damage === undefined ? undefined : `it is damaged, ${damage}`
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
