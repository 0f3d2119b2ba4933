import { findGame } from '../games/index.ts'
import { readRecord } from '../match/read-record.ts'
import { answerTasks } from '../runner/answer-tasks.ts'
import { nodeDigest } from '../runner/digest.ts'
import { lowerThreadPriority } from '../runner/lower-thread-priority.ts'
import { threadCpuMs } from '../runner/thread-cpu-ms.ts'
import { openReader } from '../store/open-reader.ts'
import { openFeed } from './feed.ts'
import type { FinishedRecord, RecordTask } from './finished-records.ts'
import { headerOf, readRow } from './read-row.ts'

/**
 * The thread that reads, writes and verifies the records of finished matches, so that the event loop of the server stays free. With the lowest
 * priority it takes no core from a match.
 */
lowerThreadPriority()

answerTasks(({ row, file }: RecordTask): FinishedRecord => {
  const began = threadCpuMs()
  using log = openReader(file)
  const events = log.eventsOf(row.id)
  const read = readRow(row)
  if (!read.ok) throw new Error(read.problem.message)
  const feed = openFeed(headerOf(row, read.value.players, read.value.spec), events)
  feed.end()
  const lines = feed.lines()
  const text = lines.join('')
  const checked = readRecord(text, findGame, nodeDigest)
  return {
    text,
    endedAt: events.at(-1)?.at ?? 0,
    ...(checked.ok
      ? { verified: true, message: 'Every line follows from the one before' }
      : { verified: false, message: checked.problem.message }),
    workMs: threadCpuMs() - began,
  }
})
