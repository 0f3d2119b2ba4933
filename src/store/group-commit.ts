import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { deferred, type Deferred } from '../base/deferred.ts'
import { databaseFailure, type Database, type Reading, type Value } from './database.ts'
import { lineOf, writeLines, type LogRow } from './log.ts'
import { openLoopMeter } from './loop-meter.ts'
import { LOG_ONLY_KINDS, project } from './projections.ts'
import type { LogEntry } from './subjects/index.ts'
import { openLogSync, type LogSync, type SyncReport } from './sync-log.ts'
import { syncPath } from './sync-path.ts'
import { findSalts } from './write-ahead-log.ts'

export interface GroupCommitOptions {
  readonly database: Database
  /** The path of the database. */
  readonly file: string
  readonly longLogBytes?: number | undefined
  /** The disk failed: entries that are not acknowledged are lost, and nothing more can be appended. */
  readonly onFailure: (error: unknown) => void
  /** The disk is full, or has room again. Nothing is lost: the entries are committed when there is room. */
  readonly onFull: (isFull: boolean) => void
  /** Whether the event loop has little idle time. */
  readonly isBusy?: () => boolean
}

/**
 * Group commit: one transaction for all entries of a turn of the event loop. Another thread syncs it, so that a slow disk never
 * blocks the event loop. One batch is synced at a time. Entries that come meanwhile form the next batch, which stays an open
 * transaction: every read sees it, and the write-ahead log is not written during a sync.
 *
 * An entry changes the projections at once. Its line in the log is written together with the others of its batch, which costs much less; a read of
 * the log writes them first.
 *
 * While the event loop is busy, commits are `PACE_MS` apart. A commit writes each changed page once and costs a sync, so entries that share a
 * commit cost less. When the loop is idle a commit waits for nothing.
 */
export interface GroupCommit extends Disposable {
  /** What the log and its projections are after the last entry. */
  readonly reading: Reading
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
  /** With their lines in the log. */
  readonly entries: { readonly entry: LogEntry; readonly line: LogRow }[]
  /** So many of the lines are in the open transaction. The others are written when the log is read or committed. */
  written: number
  readonly callbacks: (() => void)[]
  settled: Deferred<void> | undefined
}

const RETRY_MS = 500
const PACE_MS = 5
const CLOSED = 'closed'
/** With less free space than this, an I/O error of SQLite counts as a full disk. */
const NO_ROOM_BYTES = 256 * 1024

export const openGroupCommit = (options: GroupCommitOptions): GroupCommit => new BatchedCommit(options)

class BatchedCommit implements GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #database: Database
  readonly #log: LogSync
  readonly reading: Reading
  /** What the next commit commits. */
  #open: Batch | undefined
  /** Committed, and being synced. */
  #syncing: Batch | undefined
  /** A sync or a checkpoint is under way: the write-ahead log must not be written. */
  #isBusy = false
  #isFull = false
  /** Why nothing more can be appended. */
  #end: unknown
  #last: number
  /** The open batch is committed then: it waits for room on the disk, or for the pace of a busy event loop. */
  #later: NodeJS.Timeout | undefined
  readonly #isLoopBusy: () => boolean
  #committedAt = -Infinity

  constructor(options: GroupCommitOptions) {
    const { database, file, longLogBytes, isBusy = openLoopMeter() } = options
    this.#options = options
    this.#database = database
    this.#isLoopBusy = isBusy
    this.reading = {
      all: <Row>(sql: string, values?: readonly Value[]) => this.#seeing(sql).all<Row>(sql, values),
    }
    this.#last = database.all<{ seq: number | null }>('SELECT max(seq) AS seq FROM log')[0]?.seq ?? 0
    this.#log = openLogSync({
      file,
      longBytes: longLogBytes,
      onReport: (report) => this.#onReport(report),
    })
    this.#beginLog(() => this.#hasEmptied('TRUNCATE'))
  }

  get last(): number {
    return this.#last
  }

  get isFull(): boolean {
    return this.#isFull
  }

  get isSound(): boolean {
    return this.#end === undefined || this.#end === CLOSED
  }

  settled(): Promise<void> | undefined {
    const batch = this.#open ?? this.#syncing
    if (batch === undefined) return undefined
    if (batch.settled === undefined) {
      batch.settled = deferred()
      batch.callbacks.push(batch.settled.resolve)
    }
    return batch.settled.promise
  }

  afterCommit(callback: () => void, seq = this.#last): void {
    const holds = (batch: Batch | undefined): boolean =>
      batch !== undefined && (batch.entries[0]?.line.seq ?? Infinity) <= seq
    const batch = holds(this.#open) ? this.#open : holds(this.#syncing) ? this.#syncing : undefined
    if (batch) batch.callbacks.push(callback)
    else callback()
  }

  [Symbol.dispose](): void {
    this.#log[Symbol.dispose]()
    if (this.#end === undefined) this.#finish()
    this.#end ??= CLOSED
    this.#database[Symbol.dispose]()
  }

  #begin(): Batch {
    return {
      timer: setImmediate(() => this.#commit()),
      entries: [],
      written: 0,
      callbacks: [],
      settled: undefined,
    }
  }

  /** The database, with every line that this statement may read. */
  #seeing(sql: string): Database {
    const batch = this.#open
    if (batch !== undefined && this.#end === undefined && readsLog(sql))
      this.#change(() => this.#writeLines(batch))
    return this.#database
  }

  /** Commits the open batch if no sync is under way, then runs the callbacks of the batch before it. */
  #commit(before: readonly (() => void)[] = []): void {
    const failure = this.#tryCommit()
    try {
      for (const callback of before) callback()
    } finally {
      if (failure !== undefined) this.#giveUp(failure.error)
    }
  }

  #tryCommit(): { readonly error: unknown } | undefined {
    if (this.#open === undefined || this.#isBusy || this.#end !== undefined) return undefined
    const waitMs = this.#committedAt + PACE_MS - performance.now()
    if (waitMs > 0 && this.#isLoopBusy()) {
      this.#later ??= this.#commitIn(waitMs)
      return undefined
    }
    clearImmediate(this.#open.timer)
    this.#cancelLater()
    this.#committedAt = performance.now()
    try {
      this.#writeLines(this.#open)
      this.#database.run('COMMIT')
    } catch (error) {
      if (isRoomless(error, this.#options.file)) return this.#hold()
      this.#end = error
      return { error }
    }
    this.#syncing = this.#open
    this.#open = undefined
    this.#isBusy = true
    this.#log.sync()
    this.#setFull(false)
    return undefined
  }

  /** The disk is full: SQLite has rolled the commit back. The entries are still in memory, and the commit is tried again until there is room. */
  #hold(): { readonly error: unknown } | undefined {
    try {
      this.#redo()
    } catch (error) {
      this.#end = error
      return { error }
    }
    this.#later = this.#commitIn(RETRY_MS)
    this.#setFull(true)
    return undefined
  }

  #commitIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#later = undefined
      this.#commit()
    }, ms)
  }

  #cancelLater(): void {
    clearTimeout(this.#later)
    this.#later = undefined
  }

  #setFull(now: boolean): void {
    if (this.#isFull === now) return
    this.#isFull = now
    this.#options.onFull(now)
  }

  /** Begins the transaction if it has not begun. */
  #beginTransaction(): void {
    if (!this.#database.isTransaction) this.#database.run('BEGIN IMMEDIATE')
  }

  #writeLines(batch: Batch): void {
    this.#beginTransaction()
    writeLines(
      this.#database,
      batch.entries.slice(batch.written).map(({ line }) => line),
    )
    batch.written = batch.entries.length
  }

  /** Makes the open transaction again: the same entries under the same numbers. */
  #redo(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
    const batch = this.#open
    if (batch === undefined) return
    this.#beginTransaction()
    batch.written = 0
    for (const { entry, line } of batch.entries) project(this.#database, entry, line.seq, line.time)
  }

  #onReport(report: SyncReport): void {
    if (this.#end !== undefined) return
    if (report.kind === 'failed') return this.#giveUp(new Error(`Cannot sync the log: ${report.why}`))
    if (report.kind === 'checkpointed') {
      if (report.isWhole && this.#renewLog()) return
      this.#isBusy = false
      return this.#commit()
    }
    const done = this.#syncing
    this.#syncing = undefined
    this.#isBusy = report.isLong
    this.#commit(done?.callbacks)
  }

  /** After a complete checkpoint. True if the log has begun anew: it must not be written before that is on disk. */
  #renewLog(): boolean {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      const isNew = this.#beginLog(() => this.#hasEmptied('RESTART') && this.#overwriteFirstFrame())
      if (isNew) this.#log.sync(true)
      this.#redo()
      return isNew
    } catch (error) {
      this.#giveUp(error)
      return false
    }
  }

  /**
   * Begins the log anew. Then SQLite need not sync the header before the frames that follow, because no old frame can count any more. If the disk is
   * full or a reader in another process prevents it, false: SQLite begins the log anew by itself later, and `synchronous = NORMAL` makes it sync the
   * header first.
   */
  #beginLog(begin: () => boolean): boolean {
    this.#database.exec('PRAGMA busy_timeout = 0')
    let isNew = false
    try {
      isNew = begin()
    } catch (error) {
      if (!isRoomless(error, this.#options.file) && databaseFailure(error) !== 'busy') throw error
    }
    this.#database.exec(`PRAGMA busy_timeout = 5000; PRAGMA synchronous = ${isNew ? 'OFF' : 'NORMAL'}`)
    return isNew
  }

  /** Whether all of the log is in the database and nobody reads it: the next commit can write from its start, in an empty file (TRUNCATE) or over the old log (RESTART). */
  #hasEmptied(how: 'TRUNCATE' | 'RESTART'): boolean {
    return this.#database.all<{ busy: number }>(`PRAGMA wal_checkpoint(${how})`)[0]?.busy === 0
  }

  /**
   * Commits a single page, without a sync. Whatever part of it is on disk, nothing can go wrong: either all of the old log is still there, which
   * is in the database already, or its first frame does not fit its header, so that none counts. False if a reader came just now: then the page was
   * appended to the old log.
   */
  #overwriteFirstFrame(): boolean {
    const { file } = this.#options
    const old = findSalts(file)
    const [version] = this.#database.all<{ user_version: number }>('PRAGMA user_version')
    this.#database.exec(`PRAGMA synchronous = OFF; PRAGMA user_version = ${version?.user_version ?? 0}`)
    return findSalts(file) !== old
  }

  /** Closes the store after a failure. The callbacks of the batches are never called. */
  #giveUp(error: unknown): void {
    this.#end ??= error
    this.#cancelLater()
    if (this.#open) clearImmediate(this.#open.timer)
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
    } finally {
      this.#options.onFailure(error)
    }
  }

  append(entry: LogEntry, time: number): number {
    if (this.#end !== undefined) throw new Error('Cannot append: the store is closed', { cause: this.#end })
    const line = lineOf(entry, this.#last + 1, time)
    if (!LOG_ONLY_KINDS.includes(entry.kind))
      this.#change(() => project(this.#database, entry, line.seq, time))
    this.#open ??= this.#begin()
    this.#open.entries.push({ entry, line })
    return (this.#last = line.seq)
  }

  /**
   * Changes the open transaction. What is refused (a bug) is undone alone, by making the transaction again without it. If the database fails, all entries
   * that are not acknowledged are lost.
   */
  #change(change: () => void): void {
    let refusal: unknown
    try {
      this.#beginTransaction()
      try {
        change()
      } catch (error) {
        if (isBug(error)) refusal = error
        else if (!isRoomless(error, this.#options.file)) throw error
        this.#redo()
        if (refusal === undefined) {
          this.#beginTransaction()
          change()
        }
      }
    } catch (error) {
      this.#giveUp(error)
      throw error
    }
    if (refusal !== undefined) throw refusal
  }

  /**
   * Commits and syncs the last batch in this thread. With `synchronous = FULL` SQLite syncs the commit, the checkpoint that closing makes, and a new
   * header of the log before its frames.
   */
  #finish(): void {
    const { file } = this.#options
    const batches = [this.#syncing, this.#open]
    if (this.#open) clearImmediate(this.#open.timer)
    this.#cancelLater()
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#database.exec('PRAGMA synchronous = FULL')
      // A sync may be under way. That of the first commit also syncs the folder; that of a log that has begun anew must come before the next commit.
      syncPath(dirname(file))
      // Closing a file releases this process's POSIX locks on it. SQLite has none on the write-ahead log, so this is safe.
      syncPath(`${file}-wal`)
      if (this.#open) {
        this.#redo()
        this.#writeLines(this.#open)
        this.#database.run('COMMIT')
      }
    } catch (error) {
      return this.#giveUp(error)
    }
    this.#open = this.#syncing = undefined
    for (const batch of batches) for (const callback of batch?.callbacks ?? []) callback()
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

function isBug(error: unknown): boolean {
  const failure = databaseFailure(error)
  return failure === undefined || failure === 'refused'
}

const known = new Map<string, boolean>()

/** Whether a statement names the log, or may. */
function readsLog(sql: string): boolean {
  const is = known.get(sql) ?? /\blog\b/.test(sql)
  known.set(sql, is)
  return is
}
