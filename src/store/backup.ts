import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { fail, ok, type Result } from '../base/result.ts'
import { failureIn, fileFailure, readDataFolder } from './data-folder.ts'
import { makePrivateFile } from './make-private.ts'
import { databaseFailure, findDamage, isReadFailure, openDatabase, type Database } from './database.ts'

/** Copies a store, as of one moment, to a new file that can be used as an `arena.db`. A server may write to the store meanwhile. */
export async function backupStore(folder: string, file: string): Promise<Result<{ readonly bytes: number }>> {
  if (existsSync(file)) return cannot(file, 'it exists already')
  const opened = readDataFolder(folder)
  if (!opened.ok) return opened
  using source = opened.value
  const partial = `${file}.${process.pid}.partial`
  try {
    const [damage] = await copyStore(source, partial)
    if (damage !== undefined) return cannot(file, `the copy is damaged, ${damage}`)
    if (existsSync(file)) return cannot(file, 'it exists already')
    renameSync(partial, file)
    return ok({ bytes: statSync(file).size })
  } catch (error) {
    if (isReadFailure(error)) return failureIn(folder, error)
    const failure = databaseFailure(error) ?? fileFailure(error)
    if (failure === undefined) throw error
    return cannot(file, failure === 'full' ? 'the disk is full' : 'it cannot be written')
  } finally {
    removeCopy(partial)
  }
}

/**
 * Copies a database with its write-ahead log into one file, as of one moment, and gives what is damaged in the copy. A copy that is not
 * finished is removed with `removeCopy`.
 */
export async function copyStore(source: Database, file: string): Promise<readonly string[]> {
  makePrivateFile(file)
  await source.copyTo(file)
  using copy = openDatabase(file)
  copy.exec('PRAGMA journal_mode = DELETE')
  return findDamage(copy)
}

export function removeCopy(file: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(file + ending, { force: true })
}

const cannot = (file: string, why: string) => fail('backup-failed', `Cannot back up to ${file}: ${why}`)
