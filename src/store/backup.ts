import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { fail, ok, type Result } from '../base/result.ts'
import { fileFailure, readDataFolder } from './data-folder.ts'
import { makePrivateFile } from './make-private.ts'
import { databaseFailure, findDamage, openDatabase } from './database.ts'

/** Copies a store, as of one moment, to a new file that can be used as an `arena.db`. A server may write to the store meanwhile. */
export async function backupStore(folder: string, file: string): Promise<Result<{ readonly bytes: number }>> {
  if (existsSync(file)) return cannot(file, 'it exists already')
  const opened = readDataFolder(folder)
  if (!opened.ok) return opened
  using source = opened.value
  const partial = `${file}.${process.pid}.partial`
  try {
    makePrivateFile(partial)
    await source.copyTo(partial)
    const damage = closeCopy(partial)
    if (damage[0] !== undefined) return cannot(file, `the copy is damaged, ${damage[0]}`)
    if (existsSync(file)) return cannot(file, 'it exists already')
    renameSync(partial, file)
    return ok({ bytes: statSync(file).size })
  } catch (error) {
    const failure = databaseFailure(error) ?? fileFailure(error)
    if (failure === undefined) throw error
    return cannot(file, failure === 'full' ? 'the disk is full' : 'it cannot be written')
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(partial + ending, { force: true })
  }
}

/** Moves the write-ahead log of the copy into it, so that it is one file, and gives what is damaged. */
function closeCopy(file: string): readonly string[] {
  using copy = openDatabase(file)
  copy.exec('PRAGMA journal_mode = DELETE')
  return findDamage(copy)
}

const cannot = (file: string, why: string) => fail('backup-failed', `Cannot back up to ${file}: ${why}`)
