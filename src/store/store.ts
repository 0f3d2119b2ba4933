import type { LogEntry, Reads } from './subjects/index.ts'

export type { Page } from './queries.ts'
export type * from './subjects/index.ts'

/**
 * The log of an arena and its projections. Entries are seen by every read at once and are on disk when `settled` says so:
 * whatever is appended in one turn of the event loop is committed together. Nothing may leave the process before that.
 */
export interface Store extends Reads, Disposable {
  /** Gives the entry's number in the log. One that does not follow from the log is a bug: it throws, and is not in the log. */
  append(entry: LogEntry): number
  /** Resolves when all that was appended so far is on disk; undefined when it is already. Never rejects. */
  settled(): Promise<void> | undefined
  /**
   * Calls back once the entry of that number (the last one unless it is given) and all before it are on disk: at once when they
   * are already.
   */
  afterCommit(callback: () => void, seq?: number): void
  /** The number of the last entry that was appended. */
  readonly last: number
  /** The disk is full: what was appended last waits for room. It is kept, and nobody is told of it before. */
  readonly isFull: boolean
}
