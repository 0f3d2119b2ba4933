import { LRUCache } from 'lru-cache'
import { deferred, type Deferred } from '../base/deferred.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { openTaskThread } from '../runner/task-thread.ts'
import type { MatchRow, Store } from '../store/store.ts'
import { readRow } from './read-row.ts'

/** The record of a finished match, and whether it could be verified. */
export interface FinishedRecord {
  readonly text: string
  /** The time of the match at its last event. */
  readonly endedAt: number
  readonly verified: boolean
  readonly message: string
  /** Milliseconds of the thread that it took to write and verify it. */
  readonly workMs: number
}

export interface RecordTask {
  readonly row: MatchRow
  /** The database: the thread reads the events itself. Those of a long match would hold the event loop for some tenths of a second. */
  readonly file: string
}

/**
 * Records of finished matches, written and verified in another thread. Concurrent requests for one record share the work, and an
 * LRU cache keeps the records.
 */
export interface FinishedRecords extends AsyncDisposable {
  /** `isNew` if it was written for this call. A problem if the match has no record, or too many requests wait. */
  of(row: MatchRow): Promise<Result<{ readonly record: FinishedRecord; readonly isNew: boolean }>>
}

export interface FinishedRecordsOptions {
  /** The size of the cache in characters. */
  readonly kept?: number
  /** Records that may wait to be written. */
  readonly maxWaiting?: number
}

interface Job {
  readonly row: MatchRow
  readonly done: Deferred<FinishedRecord>
}

export function openFinishedRecords(
  store: Store,
  { kept = 32 << 20, maxWaiting = 64 }: FinishedRecordsOptions = {},
): FinishedRecords {
  /** By match. */
  const records = new LRUCache<number, FinishedRecord>({
    maxSize: kept,
    sizeCalculation: ({ text }) => text.length,
  })
  const jobs = new Map<number, Job>()
  const thread = openTaskThread<RecordTask, FinishedRecord>(
    new URL(import.meta.resolve(threadFile)),
    'the thread that writes records',
  )
  let isWorking = false

  /** Does the jobs one after the other. The thread sees only what is committed. */
  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let [job] = jobs.values(); job !== undefined; [job] = jobs.values()) {
      const { row, done } = job
      try {
        await store.settled()
        done.resolve(await thread.do({ row, file: store.file }))
      } catch (error) {
        // It may be that the machine has no room for a thread now: the record is refused, and a later one tries again.
        done.reject(error)
      }
      jobs.delete(row.id)
    }
    isWorking = false
  }

  return {
    async of(row) {
      const { id } = row
      const known = records.get(id)
      if (known) return ok({ record: known, isNew: false })
      const waiting = jobs.get(id)
      if (waiting) return ok({ record: await waiting.done.promise, isNew: false })
      if (row.status !== 'over' || !readRow(row).ok)
        return fail('not-found', `There is no record of match ${id} under the rules of this server`)
      if (jobs.size >= maxWaiting)
        return fail(
          'records-busy',
          'Cannot write the record now: the server writes too many others, try again',
        )
      const job: Job = { row, done: deferred() }
      jobs.set(id, job)
      void work()
      const record = await job.done.promise
      records.set(id, record)
      return ok({ record, isNew: true })
    },
    async [Symbol.asyncDispose]() {
      const open = [...jobs.values()]
      jobs.clear()
      for (const { done } of open) done.reject(new Error('the arena is closed'))
      await thread[Symbol.asyncDispose]()
    },
  }
}

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './record-thread.ts' : './record-thread.js'
