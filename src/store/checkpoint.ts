import { databaseFailure, openDatabase } from './database.ts'

/**
 * Moves the write-ahead log of a database into it. True if the whole log is in the database now, and the database on disk; false if another
 * connection or a full disk prevented that.
 */
export function checkpoint(file: string): boolean {
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
