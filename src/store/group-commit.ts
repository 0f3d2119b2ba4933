import { closeSync, fdatasyncSync, openSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { deferred, type Deferred } from '../base/deferred.ts'
import { databaseFailure, type Database } from './database.ts'
import { writeEntry } from './log.ts'
import { LOG_ONLY_KINDS, project } from './projections.ts'
import type { LogEntry } from './subjects/index.ts'
import { openLogSync, type SyncReport } from './sync-log.ts'

export interface GroupCommitOptions {
  readonly database: Database
  /** The path of the database. */
  readonly file: string
  readonly longLogBytes?: number
  /** The disk failed: entries that are not acknowledged are lost, and nothing more can be appended. */
  readonly onFailure: (error: unknown) => void
  /** The disk is full, or has room again. Nothing is lost: the entries are committed when there is room. */
  readonly onFull: (isFull: boolean) => void
}

/**
 * Group commit: one transaction for all entries of a turn of the event loop. Another thread syncs it, so that a slow disk never
 * blocks the event loop. One batch is synced at a time. Entries that come meanwhile form the next batch, which stays an open
 * transaction: every read sees it, and the write-ahead log is not written during a sync.
 */
export interface GroupCommit extends Disposable {
  /** The number of the last entry. */
  readonly last: number
  readonly isFull: boolean
  /** The disk has not failed. */
  readonly isSound: boolean
  append(entry: LogEntry, time: number): number
  /** Calls back, in order, when the entry of that number and all before it are on disk; at once if they are already. */
  afterCommit(callback: () => void, seq?: number): void
  /** Resolves when all entries so far are on disk; undefined if they are already. */
  settled(): Promise<void> | undefined
}

interface Batch {
  readonly timer: NodeJS.Immediate
  readonly entries: { readonly entry: LogEntry; readonly time: number; readonly seq: number }[]
  readonly callbacks: (() => void)[]
  settled: Deferred<void> | undefined
}

const RETRY_MS = 500
const CLOSED = 'closed'
/** With less free space than this, an I/O error of SQLite counts as a full disk. */
const NO_ROOM_BYTES = 256 * 1024

export function openGroupCommit(options: GroupCommitOptions): GroupCommit {
  const { database, file } = options
  /** The open transaction. */
  let open: Batch | undefined
  /** Committed, and being synced. */
  let syncing: Batch | undefined
  /** The thread syncs or makes a checkpoint: the write-ahead log must not be written. */
  let isBusy = false
  let isFull = false
  /** Why nothing more can be appended. */
  let end: unknown
  let last = database.all<{ seq: number | null }>('SELECT max(seq) AS seq FROM log')[0]?.seq ?? 0
  let retry: NodeJS.Timeout | undefined

  const thread = openLogSync({
    file,
    ...(options.longLogBytes !== undefined && { longBytes: options.longLogBytes }),
    onReport,
  })
  emptyLog()

  function begin(): Batch {
    database.run('BEGIN IMMEDIATE')
    return { timer: setImmediate(() => commit()), entries: [], callbacks: [], settled: undefined }
  }

  /** Commits the open batch if the thread is free, then runs the callbacks of the batch before it. */
  function commit(before: readonly (() => void)[] = []): void {
    const failure = tryCommit()
    try {
      for (const callback of before) callback()
    } finally {
      if (failure !== undefined) giveUp(failure.error)
    }
  }

  function tryCommit(): { readonly error: unknown } | undefined {
    if (open === undefined || isBusy || end !== undefined) return undefined
    clearImmediate(open.timer)
    clearTimeout(retry)
    try {
      database.run('COMMIT')
    } catch (error) {
      if (isRoomless(error, file)) return hold(open)
      end = error
      return { error }
    }
    syncing = open
    open = undefined
    isBusy = true
    thread.sync()
    setFull(false)
    return undefined
  }

  /** The disk is full: SQLite has rolled the commit back. The entries are still in memory, and the commit is tried again until there is room. */
  function hold(batch: Batch): { readonly error: unknown } | undefined {
    try {
      redo(batch)
    } catch (error) {
      end = error
      return { error }
    }
    retry = setTimeout(() => commit(), RETRY_MS)
    setFull(true)
    return undefined
  }

  function setFull(now: boolean): void {
    if (isFull === now) return
    isFull = now
    options.onFull(now)
  }

  /** Makes the transaction again that was rolled back: the same entries under the same numbers. */
  function redo({ entries }: Batch): void {
    if (database.isTransaction) database.exec('ROLLBACK')
    database.run('BEGIN IMMEDIATE')
    for (const { entry, time, seq } of entries)
      if (appendWhole(database, entry, time) !== seq) throw new Error(`entry ${seq} got another number`)
  }

  function onReport(report: SyncReport): void {
    if (end !== undefined) return
    if (report.kind === 'failed') return giveUp(new Error(`Cannot sync the log: ${report.why}`))
    if (report.kind === 'checkpointed') {
      if (report.isWhole) return renewLog()
      isBusy = false
      return commit()
    }
    const done = syncing
    syncing = undefined
    isBusy = report.isLong
    commit(done?.callbacks)
  }

  /** After a complete checkpoint: truncates the write-ahead log, and syncs that before the log is written again. */
  function renewLog(): void {
    try {
      if (open) database.exec('ROLLBACK')
      emptyLog()
      if (open) redo(open)
    } catch (error) {
      return giveUp(error)
    }
    thread.sync()
  }

  /**
   * Truncates the write-ahead log to zero. SQLite then needs no sync of its own when it writes the log again: no old frame can
   * follow the new header. If a reader in another process prevents that, SQLite writes the log again from its start, and
   * `synchronous = NORMAL` makes it sync the header first.
   */
  function emptyLog(): void {
    database.exec('PRAGMA busy_timeout = 0')
    let isEmpty = false
    try {
      isEmpty = database.all<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')[0]?.busy === 0
    } catch (error) {
      if (!isRoomless(error, file) && databaseFailure(error) !== 'busy') throw error
    }
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA synchronous = ${isEmpty ? 'OFF' : 'NORMAL'}`)
  }

  /** Closes the store after a failure. The callbacks of the batches are never called. */
  function giveUp(error: unknown): void {
    end ??= error
    clearTimeout(retry)
    if (open) clearImmediate(open.timer)
    try {
      if (database.isTransaction) database.exec('ROLLBACK')
    } finally {
      options.onFailure(error)
    }
  }

  function append(entry: LogEntry, time: number): number {
    if (end !== undefined) throw new Error('Cannot append: the store is closed', { cause: end })
    try {
      open ??= begin()
      last = tryAppend(open, entry, time)
      open.entries.push({ entry, time, seq: last })
      return last
    } catch (error) {
      // An entry that is refused (a bug) is undone alone. If the database fails, all entries that are not acknowledged are lost.
      const failure = databaseFailure(error)
      const isBug = failure === undefined || failure === 'refused'
      if (!isBug || !database.isTransaction) giveUp(error)
      throw error
    }
  }

  function tryAppend(batch: Batch, entry: LogEntry, time: number): number {
    try {
      return appendWhole(database, entry, time)
    } catch (error) {
      if (!isRoomless(error, file)) throw error
      redo(batch)
      return appendWhole(database, entry, time)
    }
  }

  return {
    get last() {
      return last
    },
    get isFull() {
      return isFull
    },
    settled() {
      const batch = open ?? syncing
      if (batch === undefined) return undefined
      if (batch.settled === undefined) {
        batch.settled = deferred()
        batch.callbacks.push(batch.settled.resolve)
      }
      return batch.settled.promise
    },
    get isSound() {
      return end === undefined || end === CLOSED
    },
    append,
    afterCommit(callback, seq = last) {
      const holds = (batch: Batch | undefined): boolean =>
        batch !== undefined && (batch.entries[0]?.seq ?? Infinity) <= seq
      const batch = holds(open) ? open : holds(syncing) ? syncing : undefined
      if (batch) batch.callbacks.push(callback)
      else callback()
    },
    [Symbol.dispose]() {
      thread[Symbol.dispose]()
      if (end === undefined) finish()
      end ??= CLOSED
      database[Symbol.dispose]()
    },
  }

  /** Commits and syncs the last batch in this thread. `synchronous = FULL` syncs the checkpoint that closing makes. */
  function finish(): void {
    const batches = [syncing, open]
    if (open) clearImmediate(open.timer)
    clearTimeout(retry)
    try {
      if (open) database.run('COMMIT')
      syncLog(file)
      database.exec('PRAGMA synchronous = FULL')
    } catch (error) {
      return giveUp(error)
    }
    open = syncing = undefined
    for (const batch of batches) for (const callback of batch?.callbacks ?? []) callback()
  }
}

/** Closing a file releases this process's POSIX locks on it. SQLite has none on the write-ahead log, so this is safe. */
function syncLog(file: string): void {
  const log = openSync(`${file}-wal`, 'r+')
  try {
    fdatasyncSync(log)
  } finally {
    closeSync(log)
  }
}

/** Whether the disk is full. SQLite reports some of these failures as I/O errors, for example of its shared memory: then the free space decides. */
function isRoomless(error: unknown, file: string): boolean {
  const failure = databaseFailure(error)
  if (failure === 'full') return true
  if (failure !== 'disk') return false
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize < NO_ROOM_BYTES
}

/** Writes the line of the log and changes the projections, or neither. */
function appendWhole(database: Database, entry: LogEntry, time: number): number {
  if (LOG_ONLY_KINDS.includes(entry.kind)) return writeEntry(database, entry, time)
  database.run('SAVEPOINT entry')
  try {
    const seq = writeEntry(database, entry, time)
    project(database, entry, seq, time)
    database.run('RELEASE entry')
    return seq
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK TO entry; RELEASE entry')
    throw error
  }
}
