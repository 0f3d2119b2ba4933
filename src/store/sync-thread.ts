import { closeSync, fdatasyncSync, fsyncSync, fstatSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'
import { databaseFailure, openDatabase } from './database.ts'
import type { SyncReport } from './sync-log.ts'

/**
 * The thread that makes commits durable. The writer commits without a sync, at the speed of memory; this thread syncs the
 * write-ahead log and moves it into the database when it is long, with the syncs that SQLite needs for that.
 */
const { file, longBytes } = workerData as { readonly file: string; readonly longBytes: number }
const report = (what: SyncReport): void => parentPort?.postMessage(what)

/** The log exists for as long as the writer has the database open. */
const log = openSync(`${file}-wal`, 'r+')
syncFolder(dirname(file))
/** A checkpoint that could not finish is tried again when the log is longer by as much again. */
let checkpointAt = longBytes

parentPort?.on('message', () => {
  try {
    fdatasyncSync(log)
    const { size } = fstatSync(log)
    if (size < longBytes) checkpointAt = longBytes
    const isLong = size >= checkpointAt
    report({ kind: 'synced', isLong })
    if (!isLong) return
    checkpointAt = size + longBytes
    report({ kind: 'checkpointed', isWhole: checkpoint() })
  } catch (error) {
    report({ kind: 'failed', why: messageOf(error) })
  }
})

/** Whether all of the log is in the database now, and the database on disk. */
function checkpoint(): boolean {
  using database = openDatabase(file)
  database.exec('PRAGMA synchronous = FULL')
  try {
    const [done] = database.all<{ busy: number; log: number; checkpointed: number }>(
      'PRAGMA wal_checkpoint(PASSIVE)',
    )
    return done?.busy === 0 && done.log === done.checkpointed
  } catch (error) {
    // The log still has everything: there will be room some day.
    if (databaseFailure(error) === 'full' || databaseFailure(error) === 'busy') return false
    throw error
  }
}

/** That there is such a file is on disk, too. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
