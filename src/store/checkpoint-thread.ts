import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'
import { checkpoint } from './checkpoint.ts'
import type { SyncReport } from './sync-log.ts'

/** The thread that makes checkpoints, with the syncs that SQLite needs for them. */
const { file } = workerData as { readonly file: string }

function report(): SyncReport {
  try {
    return { kind: 'checkpointed', isWhole: checkpoint(file) }
  } catch (error) {
    return { kind: 'failed', why: messageOf(error) }
  }
}

parentPort?.on('message', () => parentPort?.postMessage(report()))
