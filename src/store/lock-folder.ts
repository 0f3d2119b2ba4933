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
 * Keeps every other process out of a folder: a transaction in a file of its own that is never committed, which the system
 * ends with the process, however that ends. A second file names the process, for those who are kept out.
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
    if (databaseFailure(error) !== 'busy') throw error
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

/** On a full disk the lock holds without a name. */
function writeName(holder: string): void {
  try {
    writeFileSync(holder, JSON.stringify({ pid: process.pid }), { mode: 0o600 })
  } catch (error) {
    if (!isFullDisk(error)) throw error
  }
}

/** Undefined in the moment between the lock and the name, and for what an older gamegrid left. */
function readPid(file: string): number | undefined {
  try {
    const { pid } = parseObject(readFileSync(file, 'utf8')) ?? {}
    return typeof pid === 'number' ? pid : undefined
  } catch {
    return undefined
  }
}
