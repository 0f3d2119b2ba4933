import { deferred, type Deferred } from '../base/deferred.ts'
import { ok, type Result } from '../base/result.ts'
import { openDataFolder } from './data-folder.ts'
import { databaseFailure, type Database } from './database.ts'
import type { Entry } from './entries.ts'
import { writeEntry } from './log.ts'
import { project } from './projections.ts'
import { readsOf } from './queries.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /**
   * The disk failed or is full: what was appended last is not on disk and never will be, nobody waiting for it is called,
   * and every further `append` throws.
   */
  readonly onFailure?: (error: unknown) => void
}

/** Opens the arena in a folder, or makes one there. One process at a time may have it open. */
export function openStore(folder: string, options: StoreOptions = {}): Result<Store> {
  const database = openDataFolder(folder)
  return database.ok ? ok(storeIn(database.value, options)) : database
}

function storeIn(database: Database, { now = Date.now, onFailure = () => {} }: StoreOptions): Store {
  /** What was appended and is not on disk yet. */
  let batch: Batch | undefined
  /** Why nothing more can be appended. */
  let end: unknown

  const open = (): Batch => {
    database.run('BEGIN IMMEDIATE')
    return { timer: setImmediate(commit), callbacks: [], settled: undefined }
  }

  const commit = (): void => {
    if (batch === undefined) return
    try {
      database.run('COMMIT')
    } catch (error) {
      giveUp(error)
      return
    }
    const { timer, callbacks } = batch
    batch = undefined
    clearImmediate(timer)
    for (const callback of callbacks) callback()
  }

  const giveUp = (error: unknown): void => {
    end = error
    // The batch stays, so that nobody takes it for settled.
    if (batch) clearImmediate(batch.timer)
    try {
      if (database.isTransaction) database.exec('ROLLBACK')
    } finally {
      onFailure(error)
    }
  }

  const afterCommit = (callback: () => void): void => {
    if (batch) batch.callbacks.push(callback)
    else callback()
  }

  const reads = readsOf(database)
  // Who is asking is asked for with every request.
  const keys = remember((id: string) => reads.key(id))
  const people = remember((id: number) => reads.person(id))

  return {
    ...reads,
    key: (id) => keys.find(id),
    person: (id) => people.find(id),
    append(entry) {
      if (end !== undefined) throw new Error('Cannot append: the store is closed', { cause: end })
      if ('key' in entry) keys.forget(entry.key)
      // Its sessions end with it.
      if (entry.kind === 'key-revoked') keys.forgetAll()
      try {
        batch ??= open()
        return appendWhole(database, entry, now())
      } catch (error) {
        // A bug undoes only its own entry; when the database fails, everything since the last commit is gone.
        const failure = databaseFailure(error)
        const isBug = failure === undefined || failure === 'refused'
        if (!isBug || !database.isTransaction) giveUp(error)
        throw error
      }
    },
    settled() {
      if (batch === undefined) return undefined
      if (batch.settled === undefined) {
        batch.settled = deferred()
        afterCommit(batch.settled.resolve)
      }
      return batch.settled.promise
    },
    afterCommit,
    [Symbol.dispose]() {
      if (end === undefined) commit()
      end ??= 'closed'
      database[Symbol.dispose]()
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

interface Batch {
  readonly timer: NodeJS.Immediate
  readonly callbacks: (() => void)[]
  settled: Deferred<void> | undefined
}

/** The line of the log and what follows from it, or neither. */
function appendWhole(database: Database, entry: Entry, time: number): number {
  if (entry.kind === 'match-event') return writeEntry(database, entry, time)
  database.run('SAVEPOINT entry')
  try {
    const seq = writeEntry(database, entry, time)
    project(database, entry, seq, time)
    database.run('RELEASE entry')
    return seq
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK TO entry; RELEASE entry')
    throw error
  }
}
