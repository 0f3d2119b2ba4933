import { Worker } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'

/** What the thread says of a sync. A long log is moved into the database right after it: nothing is written to it till that is done. */
export type SyncReport =
  | { readonly kind: 'synced'; readonly isLong: boolean }
  | { readonly kind: 'checkpointed'; readonly isWhole: boolean }
  | { readonly kind: 'failed'; readonly why: string }

/** Syncs the write-ahead log of a database in a thread of its own. */
export interface LogSync extends Disposable {
  /** Everything written so far; one at a time. The process stays alive until it is done. */
  sync(): void
}

export interface SyncOptions {
  /** The database. */
  readonly file: string
  /** How long the log may get before it is moved into the database. */
  readonly longBytes?: number
  readonly onReport: (report: SyncReport) => void
}

/** As long a log as 8192 pages: each match has pages of its own that its moves change again and again. */
const LONG_BYTES = 8192 * 4096

/** The thread starts with the first sync. */
export function openLogSync({ file, longBytes = LONG_BYTES, onReport }: SyncOptions): LogSync {
  let worker: Worker | undefined

  function start(): Worker {
    const made = new Worker(new URL(import.meta.resolve(threadFile)), {
      workerData: { file, longBytes },
      // It prints nothing; without these Node would open our own stdout for it, which changes how that is written.
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
      // What it says from now on is heard by no one, and its failure is no failure of ours.
      worker?.on('error', () => {})
      void worker?.terminate()
    },
  }
}

/** With the ending of this very file: what is published is JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './sync-thread.ts' : './sync-thread.js'
