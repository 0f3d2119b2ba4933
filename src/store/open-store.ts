import { ok, type Result } from '../base/result.ts'
import { openSoundFolder } from './check-at-start.ts'
import { removeCleanMark, writeCleanMark } from './clean-mark.ts'
import { arenaFile } from './data-folder.ts'
import type { Database } from './database.ts'
import { openGroupCommit } from './group-commit.ts'
import { readsOf } from './queries.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /**
   * The disk failed: what was appended and not acknowledged is lost, nobody waiting for it is called, and every further
   * `append` throws. A full disk is no failure.
   */
  readonly onFailure?: (error: unknown) => void
  /** The disk is full, or has room again: what was appended meanwhile is on disk then. */
  readonly onFull?: (isFull: boolean) => void
  /** How long the write-ahead log may get before it is moved into the database. */
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
  const commits = openGroupCommit({
    database,
    file: arenaFile(folder),
    onFailure,
    onFull,
    ...(longLogBytes !== undefined && { longLogBytes }),
  })

  const reads = readsOf(database)
  // Who is asking is asked for with every request.
  const keys = remember((id: string) => reads.key(id))
  const people = remember((id: number) => reads.person(id))

  return {
    ...reads,
    key: (id) => keys.find(id),
    person: (id) => people.find(id),
    get last() {
      return commits.last
    },
    get isFull() {
      return commits.isFull
    },
    append(entry) {
      if ('key' in entry) keys.forget(entry.key)
      // Its sessions end with it.
      if (entry.kind === 'key-revoked') keys.forgetAll()
      return commits.append(entry, now())
    },
    settled: () => commits.settled(),
    afterCommit: (callback, seq) => commits.afterCommit(callback, seq),
    [Symbol.dispose]() {
      commits[Symbol.dispose]()
      if (commits.isSound) writeCleanMark(folder)
    },
  }
}

/** Rows as they were read, for as long as nothing changes them; what was not there is looked for again. */
function remember<Id, Row>(read: (id: Id) => Row | undefined) {
  const rows = new Map<Id, Row>()
  return {
    find(id: Id): Row | undefined {
      const known = rows.get(id)
      if (known !== undefined) return known
      const row = read(id)
      if (row === undefined) return undefined
      if (rows.size >= MOST_REMEMBERED) rows.clear()
      rows.set(id, row)
      return row
    },
    forget(id: Id): void {
      rows.delete(id)
    },
    forgetAll(): void {
      rows.clear()
    },
  }
}

const MOST_REMEMBERED = 10_000
