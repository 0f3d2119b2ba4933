import { parentPort, workerData } from 'node:worker_threads'
import { openDurableLog } from './durable-log.ts'

/**
 * The thread that makes commits durable. The writer commits without a sync, which takes no disk access. This thread syncs the
 * write-ahead log, and when it is long makes a checkpoint, with the syncs that SQLite needs for that.
 */
const { file, longBytes } = workerData as { readonly file: string; readonly longBytes: number }
const sync = openDurableLog({ file, longBytes, report: (what) => parentPort?.postMessage(what) })
parentPort?.on('message', sync)
