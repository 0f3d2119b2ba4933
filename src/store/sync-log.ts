import { Worker } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'

/** What the thread reports. After the sync of a long log a checkpoint follows: until it is done the log must not be written. */
export type SyncReport =
  | { readonly kind: 'synced'; readonly isLong: boolean }
  | { readonly kind: 'checkpointed'; readonly isWhole: boolean }
  | { readonly kind: 'failed'; readonly why: string }

/** Syncs the write-ahead log of a database in a thread of its own. */
export interface LogSync extends Disposable {
  /** Syncs everything written so far; one sync at a time. The process stays alive until it is done. */
  sync(): void
}

export interface SyncOptions {
  /** The path of the database. */
  readonly file: string
  /** How long the log gets before a checkpoint. */
  readonly longBytes: number | undefined
  readonly onReport: (report: SyncReport) => void
}

/**
 * 1024 pages, about as many as SQLite's own default. A longer log saves writes, because moves change the same pages again and again. But the event
 * loop stands still while the log is truncated: 45 to 60 ms for 32 MB of ext4.
 */
const LONG_BYTES = 1024 * 4096

/** The thread starts with the first sync. */
export function openLogSync({ file, longBytes = LONG_BYTES, onReport }: SyncOptions): LogSync {
  let worker: Worker | undefined

  function start(): Worker {
    const made = new Worker(new URL(import.meta.resolve(threadFile)), {
      workerData: { file, longBytes },
      // Without these Node pipes the worker's output to our stdout, which changes how that is written. The thread prints nothing.
      stdout: true,
      stderr: true,
    })
    made.on('message', (report: SyncReport) => {
      if (report.kind !== 'synced' || !report.isLong) made.unref()
      onReport(report)
    })
    made.on('error', (error) => onReport({ kind: 'failed', why: messageOf(error) }))
    return made
  }

  return {
    sync() {
      worker ??= start()
      worker.ref()
      worker.postMessage('sync')
    },
    [Symbol.dispose]() {
      worker?.removeAllListeners()
      // From now on its reports and failures are ignored.
      worker?.on('error', () => {})
      void worker?.terminate()
    },
  }
}

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './sync-thread.ts' : './sync-thread.js'
