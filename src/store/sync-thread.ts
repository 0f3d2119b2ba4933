import { closeSync, fdatasyncSync, fsyncSync, fstatSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'
import { databaseFailure, openDatabase } from './database.ts'
import type { SyncReport } from './sync-log.ts'

/**
 * The thread that makes commits durable. The writer commits without a sync, which takes no disk access. This thread syncs the
 * write-ahead log, and when it is long makes a checkpoint, with the syncs that SQLite needs for that.
 */
const { file, longBytes } = workerData as { readonly file: string; readonly longBytes: number }
const report = (what: SyncReport): void => parentPort?.postMessage(what)

/** The log exists while the writer has the database open. */
const log = openSync(`${file}-wal`, 'r+')
syncFolder(dirname(file))
/** The length of the log at which the next checkpoint is made. After one that could not finish, the log grows by `longBytes` first. */
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

/** Makes a checkpoint: true if the whole log is in the database now, and the database on disk. */
function checkpoint(): boolean {
  using database = openDatabase(file)
  database.exec('PRAGMA synchronous = FULL')
  try {
    const [done] = database.all<{ busy: number; log: number; checkpointed: number }>(
      'PRAGMA wal_checkpoint(PASSIVE)',
    )
    return done?.busy === 0 && done.log === done.checkpointed
  } catch (error) {
    // The log still has everything. The next checkpoint tries again.
    if (databaseFailure(error) === 'full' || databaseFailure(error) === 'busy') return false
    throw error
  }
}

/** Syncs the folder, so that the name of the new log is on disk. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
