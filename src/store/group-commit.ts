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
  /** Of the database. */
  readonly file: string
  readonly longLogBytes?: number
  /** The disk failed: what was appended and not acknowledged is lost, and nothing more can be appended. */
  readonly onFailure: (error: unknown) => void
  /** The disk is full, or has room again. Nothing is lost meanwhile: what was appended is committed when there is room. */
  readonly onFull: (isFull: boolean) => void
}

/**
 * Commits what is appended in one turn of the event loop together, and lets another thread sync it, so that a slow disk never
 * holds up the event loop. One batch is on its way to the disk at a time; what is appended meanwhile is the next one, which
 * stays an open transaction: every read sees it, and the log is not written while it is being synced.
 */
export interface GroupCommit extends Disposable {
  /** The number of the last entry. */
  readonly last: number
  readonly isFull: boolean
  /** The disk has not failed. */
  readonly isSound: boolean
  append(entry: LogEntry, time: number): number
  /** Calls back when the entry of that number and all before it are on disk: at once when they are already. In order. */
  afterCommit(callback: () => void, seq?: number): void
  /** Resolves when all that was appended so far is on disk; undefined when it is already. */
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
/** With less than this a failed write is put down to a full disk, whatever SQLite calls it. */
const NO_ROOM_BYTES = 256 * 1024

export function openGroupCommit(options: GroupCommitOptions): GroupCommit {
  const { database, file } = options
  /** The open transaction. */
  let open: Batch | undefined
  /** Committed, and on its way to the disk. */
  let syncing: Batch | undefined
  /** The thread is at work: the write-ahead log must not be written. */
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

  /** Commits what is open, if the thread is free, and then calls those that waited for the batch before it. */
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

  /** A commit that fails is rolled back by SQLite. Its entries stay in memory, and are tried again until there is room. */
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

  /** Opens the transaction again that was rolled back: the same entries under the same numbers. */
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

  /** All of the log is in the database, and that is on disk. The log is on disk as an empty one before it is written again. */
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
   * Cuts the log to nothing. SQLite then needs no sync of its own when it is written again: an old frame cannot follow a new
   * header. If a reader in another process is in the way the log is used again from its start, and SQLite syncs its header first.
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

  /** The batches stay: none of their callbacks is ever called. */
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
      // A bug undoes only its own entry; when the database fails, everything that is not acknowledged is gone.
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

  /** The last commit is synced here and now, and what it moves into the database on closing, too. */
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

/** SQLite keeps no lock on the log itself, so opening and closing it takes none away. */
function syncLog(file: string): void {
  const log = openSync(`${file}-wal`, 'r+')
  try {
    fdatasyncSync(log)
  } finally {
    closeSync(log)
  }
}

/** The disk is full. Where SQLite has other words for that, as for its shared memory, a look at the disk decides. */
function isRoomless(error: unknown, file: string): boolean {
  const failure = databaseFailure(error)
  if (failure === 'full') return true
  if (failure !== 'disk') return false
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize < NO_ROOM_BYTES
}

/** The line of the log and what follows from it, or neither. */
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
