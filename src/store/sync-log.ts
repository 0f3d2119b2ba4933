import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'
import { findHeader, isAsLongAs } from './write-ahead-log.ts'

/** What became of a sync. After that of a long log a checkpoint follows: until it is done the log must not be written. */
export type SyncReport =
  | { readonly kind: 'synced'; readonly isLong: boolean }
  | { readonly kind: 'checkpointed'; readonly isWhole: boolean }
  | { readonly kind: 'failed'; readonly why: string }

/** Syncs the write-ahead log of a database that another connection has open, and makes a checkpoint when the log is long. */
export interface LogSync extends Disposable {
  /**
   * Syncs everything written so far, at least one commit; one sync at a time. The process stays alive until it is done. A log that has just begun
   * anew is never long.
   */
  sync(isNew?: boolean): void
}

export interface SyncOptions {
  /** The path of the database. */
  readonly file: string
  /** How long the log gets before a checkpoint. */
  readonly longBytes?: number | undefined
  readonly onReport: (report: SyncReport) => void
}

/** 1024 pages, about as many as SQLite's own default. A longer log saves writes, because moves change the same pages again and again. */
const LONG_BYTES = 1024 * 4096

/** A thread of Node's own pool syncs. Checkpoints have a thread of their own, because SQLite waits for the disk in them: it starts with the first. */
export function openLogSync({ file, longBytes = LONG_BYTES, onReport }: SyncOptions): LogSync {
  let log: Promise<FileHandle> | undefined
  let thread: Worker | undefined
  let isDisposed = false
  /** The length of the log at which the next checkpoint is made: a multiple of `longBytes`, for those before it may not have finished. */
  let checkpointAt = longBytes

  async function syncNow(isNew: boolean): Promise<SyncReport> {
    const handle = await (log ??= openLog(file))
    await handle.datasync()
    const header = findHeader(handle.fd)
    // SQLite has written one with the first commit. Without it, a crash would lose all commits since.
    if (!header) throw new Error('the log has no header')
    if (!isAsLongAs(longBytes, handle.fd, header)) checkpointAt = longBytes
    const isLong = !isNew && isAsLongAs(checkpointAt, handle.fd, header)
    if (isLong) checkpointAt += longBytes
    return { kind: 'synced', isLong }
  }

  function tell(report: SyncReport): void {
    if (isDisposed) return
    // Without room for a thread there is no checkpoint now. The next one comes when the log is longer.
    onReport(report.kind === 'synced' && report.isLong ? { ...report, isLong: beginsCheckpoint() } : report)
  }

  function beginsCheckpoint(): boolean {
    try {
      thread ??= startThread()
    } catch {
      return false
    }
    thread.ref()
    thread.postMessage('checkpoint')
    return true
  }

  function startThread(): Worker {
    const made = new Worker(new URL(import.meta.resolve(threadFile)), {
      workerData: { file },
      // Without these Node pipes the worker's output to our stdout, which changes how that is written. The thread prints nothing.
      stdout: true,
      stderr: true,
    })
    made.on('message', (report: SyncReport) => {
      made.unref()
      tell(report)
    })
    made.on('error', (error) => tell({ kind: 'failed', why: messageOf(error) }))
    return made
  }

  return {
    sync(isNew = false) {
      void syncNow(isNew)
        .catch((error: unknown) => ({ kind: 'failed', why: messageOf(error) }) as const)
        .then(tell)
    },
    [Symbol.dispose]() {
      isDisposed = true
      // A sync that is under way ends first.
      void log?.then(
        (handle) => handle.close(),
        () => {},
      )
      void thread?.terminate()
    },
  }
}

async function openLog(file: string): Promise<FileHandle> {
  const log = await open(`${file}-wal`, 'r+')
  try {
    // The name of a new log is on disk, too.
    await using folder = await open(dirname(file), 'r')
    await folder.sync()
    return log
  } catch (error) {
    await log.close()
    throw error
  }
}

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js'
