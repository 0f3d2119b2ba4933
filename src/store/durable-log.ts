import { fdatasyncSync, fstatSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../base/message-of.ts'
import { databaseFailure, openDatabase } from './database.ts'
import type { SyncReport } from './sync-log.ts'
import { syncPath } from './sync-path.ts'

export interface DurableLogOptions {
  /** The path of the database. */
  readonly file: string
  /** How long the log gets before a checkpoint. */
  readonly longBytes: number
  readonly report: (what: SyncReport) => void
}

/**
 * Opens the write-ahead log of a database that another connection has open. The result syncs the log, makes a checkpoint when the
 * log is long, and reports both.
 */
export function openDurableLog({ file, longBytes, report }: DurableLogOptions): () => void {
  const log = openSync(`${file}-wal`, 'r+')
  // The name of the new log is on disk, too.
  syncPath(dirname(file))
  /** The length of the log at which the next checkpoint is made. After one that could not finish, the log grows by `longBytes` first. */
  let checkpointAt = longBytes

  return () => {
    try {
      fdatasyncSync(log)
      const { size } = fstatSync(log)
      if (size < longBytes) checkpointAt = longBytes
      const isLong = size >= checkpointAt
      report({ kind: 'synced', isLong })
      if (!isLong) return
      checkpointAt = size + longBytes
      report({ kind: 'checkpointed', isWhole: checkpoint(file) })
    } catch (error) {
      report({ kind: 'failed', why: messageOf(error) })
    }
  }
}

/** Makes a checkpoint: true if the whole log is in the database now, and the database on disk. */
function checkpoint(file: string): boolean {
  try {
    using database = openDatabase(file, { timeoutMs: 0 })
    database.exec('PRAGMA synchronous = FULL')
    const [done] = database.all<{ busy: number; log: number; checkpointed: number }>(
      'PRAGMA wal_checkpoint(PASSIVE)',
    )
    return done?.busy === 0 && done.log === done.checkpointed
  } catch (error) {
    const failure = databaseFailure(error)
    if (failure !== 'full' && failure !== 'busy') throw error
    // The log still has everything. The next checkpoint tries again.
    return false
  }
}
