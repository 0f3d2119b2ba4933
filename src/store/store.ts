import type { LogEntry, Reads } from './subjects/index.ts'

export type { Page } from './queries.ts'
export type * from './subjects/index.ts'
export type { GrantedTime, PlanRow } from './read-plan.ts'

/**
 * The log of an arena and its projections. Every read sees an appended entry at once. All entries of one turn of the event loop
 * are committed together, and `settled` says when they are on disk. Nothing that follows from an entry may leave the process before.
 */
export interface Store extends Reads, Disposable {
  /** Gives the entry's number in the log. An entry that does not follow from the log is a bug: `append` throws, and the log is unchanged. */
  append(entry: LogEntry): number
  /** Resolves when all entries so far are on disk; undefined if they are already. Never rejects. */
  settled(): Promise<void> | undefined
  /** Calls back when the entry of that number (by default the last one) and all before it are on disk; at once if they are already. */
  afterCommit(callback: () => void, seq?: number): void
  /** Calls back at once when an entry of these kinds is appended: it is not on disk yet. The result ends that. */
  watch(kinds: readonly LogEntry['kind'][], listener: () => void): () => void
  /** The path of the database, for threads that read with `openReader`. */
  readonly file: string
  /** The number of the last entry that was appended. */
  readonly last: number
  /** The disk is full: the last entries are in memory, and are committed when there is room. */
  readonly isFull: boolean
}
