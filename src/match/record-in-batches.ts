import type { Digest } from '../base/hash.ts'
import type { Match, MatchEvent } from './match.ts'
import { beginRecord, endRecord, writeEvent, type RecordHeader } from './record.ts'

/** A record that nothing reads before the end of the match. */
export interface BatchedRecord {
  /** Takes an event, and the match after it. */
  add(event: MatchEvent, now: Match): void
  /** The lines of all events so far. */
  lines(): string
  /** The whole record of a match that is over. */
  whole(): string
}

/** About 0.2 ms of writing: no other match on this thread has to wait for long. */
const BATCH = 64

/**
 * Writes the lines in batches. A line that is written alone, between two turns of a match, takes twice as long: the
 * code and data of the turns have taken its place in the caches of the processor.
 */
export function recordInBatches(header: RecordHeader, digest?: Digest): BatchedRecord {
  let { writer, text } = beginRecord(header, digest)
  let batch: (readonly [MatchEvent, Match])[] = []

  function write(): void {
    for (const [event, now] of batch) {
      const written = writeEvent(writer, event, now)
      writer = written.writer
      text += written.text
    }
    batch = []
  }

  return {
    add(event, now) {
      batch.push([event, now])
      if (batch.length === BATCH) write()
    },
    lines() {
      write()
      return text
    },
    whole() {
      write()
      return text + endRecord(writer)
    },
  }
}
