import { recentlyUsed } from '../base/recently-used.ts'
import { ok, type Result } from '../base/result.ts'
import { openSoundFolder } from './check-at-start.ts'
import { removeCleanMark, writeCleanMark } from './clean-mark.ts'
import { arenaFile } from './data-folder.ts'
import type { Database } from './database.ts'
import { openGroupCommit } from './group-commit.ts'
import type { Store } from './store.ts'
import { readsOf, type LogEntry } from './subjects/index.ts'
import { changesMatch } from './subjects/matches.ts'

export interface StoreOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /**
   * The disk failed: entries that are not acknowledged are lost, their callbacks are not called, and every further `append`
   * throws. A full disk is no failure.
   */
  readonly onFailure?: (error: unknown) => void
  /** The disk is full, or has room again and the entries since are on disk. */
  readonly onFull?: (isFull: boolean) => void
  /** How long the write-ahead log gets before a checkpoint. */
  readonly longLogBytes?: number
}

/** Opens the arena in a folder, or makes one there. One process at a time may have it open. */
export function openStore(folder: string, options: StoreOptions = {}): Result<Store> {
  const database = openSoundFolder(folder)
  if (!database.ok) return database
  removeCleanMark(folder)
  return ok(storeIn(database.value, folder, options))
}

function storeIn(database: Database, folder: string, options: StoreOptions): Store {
  const { now = Date.now, onFailure = () => {}, onFull = () => {}, longLogBytes } = options
  const file = arenaFile(folder)
  const commits = openGroupCommit({
    database,
    file,
    onFailure,
    onFull,
    longLogBytes,
  })

  const reads = readsOf(commits.reading)
  // Every request looks up its key and its person.
  const keys = cached(reads.key, 10_000)
  const people = cached(reads.person, 10_000)
  // A match that begins or ends is announced to several listeners, and each reads its row.
  const matches = cached(reads.match, 100)
  let nextMatch = reads.nextMatch()
  const watchers = new Map<LogEntry['kind'], Set<() => void>>()

  return {
    ...reads,
    file,
    key: (id) => keys.find(id),
    person: (id) => people.find(id),
    match: (id) => matches.find(id),
    nextMatch: () => nextMatch,
    get last() {
      return commits.last
    },
    get isFull() {
      return commits.isFull
    },
    append(entry) {
      // Its sessions end with it. Rows of people never change.
      if (entry.kind === 'key-revoked') keys.clear()
      if (changesMatch(entry)) matches.forget(entry.match)
      const seq = commits.append(entry, now())
      if (entry.kind === 'match-created') nextMatch = entry.match + 1
      for (const listener of watchers.get(entry.kind) ?? []) listener()
      return seq
    },
    settled: () => commits.settled(),
    afterCommit: (callback, seq) => commits.afterCommit(callback, seq),
    watch(kinds, listener) {
      for (const kind of kinds) watchers.set(kind, (watchers.get(kind) ?? new Set()).add(listener))
      return () => {
        for (const kind of kinds) watchers.get(kind)?.delete(listener)
      }
    },
    [Symbol.dispose]() {
      commits[Symbol.dispose]()
      if (commits.isSound) writeCleanMark(folder)
    },
  }
}

/** Reads through an LRU cache. What is not there is not cached. */
function cached<Id extends {}, Row extends {}>(read: (id: Id) => Row | undefined, max: number) {
  const rows = recentlyUsed<Id, Row>(max)
  return {
    find(id: Id): Row | undefined {
      const row = rows.get(id) ?? read(id)
      if (row) rows.set(id, row)
      return row
    },
    forget: (id: Id) => void rows.delete(id),
    clear: () => rows.clear(),
  }
}
