import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { fail, ok, type Result } from '../base/result.ts'
import { fileFailure, readDataFolder } from './data-folder.ts'
import { makePrivateFile } from './make-private.ts'
import { databaseFailure, findDamage, openDatabase } from './database.ts'

/** Copies a store, as of one moment, to a new file that is an `arena.db` of its own; somebody may be writing to it. */
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

/** Makes one file of the copy, without a write-ahead log beside it, and looks whether it is sound. */
function closeCopy(file: string): readonly string[] {
  using copy = openDatabase(file)
  copy.exec('PRAGMA journal_mode = DELETE')
  return findDamage(copy)
}

const cannot = (file: string, why: string) => fail('backup-failed', `Cannot back up to ${file}: ${why}`)
