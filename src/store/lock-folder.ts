import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFullDisk } from '../base/is-full-disk.ts'
import { parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { databaseFailure, openDatabase } from './database.ts'
import { makePrivateFile } from './make-private.ts'

/** Names the process that has the lock. */
export const LOCK_HOLDER = 'lock'

/**
 * Locks a folder against other processes: an exclusive transaction in a file of its own, never committed. The system releases its
 * lock when the process ends, however it ends. A second file has the process id, for the error message of a second process.
 */
export function lockFolder(folder: string): Result<Disposable> {
  const file = join(folder, 'lock.db')
  const holder = join(folder, LOCK_HOLDER)
  makePrivateFile(file)
  const lock = openDatabase(file, { timeoutMs: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeName(holder)
  } catch (error) {
    lock[Symbol.dispose]()
    const failure = databaseFailure(error)
    if (failure === 'not-a-database' || failure === 'damaged')
      return fail('store-foreign', 'its lock.db is damaged: remove that file, it has no data')
    if (failure !== 'busy') throw error
    const pid = readPid(holder)
    return fail('store-busy', `another gamegrid${pid === undefined ? '' : ` (process ${pid})`} is using it`)
  }
  return ok({
    [Symbol.dispose]() {
      rmSync(holder, { force: true })
      lock[Symbol.dispose]()
    },
  })
}

/** On a full disk the lock holds without the process id. */
function writeName(holder: string): void {
  try {
    writeFileSync(holder, JSON.stringify({ pid: process.pid }), { mode: 0o600 })
  } catch (error) {
    if (!isFullDisk(error)) throw error
  }
}

/** Undefined in the moment between the lock and its name, and in a file of an older gamegrid. */
function readPid(file: string): number | undefined {
  try {
    const { pid } = parseObject(readFileSync(file, 'utf8')) ?? {}
    return typeof pid === 'number' ? pid : undefined
  } catch {
    return undefined
  }
}
