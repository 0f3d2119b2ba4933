import { existsSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { must } from '../base/result.ts'
import { arenaFile, openDataFolder, readDataFolder } from './data-folder.ts'
import { openDatabase, type Database, type Value } from './database.ts'
import { openGroupCommit, type GroupCommit } from './group-commit.ts'
import { person } from './new-store.fixture.ts'
import { tempFolders } from './temp-folders.fixture.ts'
import { findSalts } from './write-ahead-log.ts'

const newFolder = tempFolders()

// The time after which a commit is tried again passes when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const RETRY_MS = 500

/** Errors as SQLite throws them. */
const FULL = Object.assign(new Error('database or disk is full'), { errcode: 13 })
const BUSY = Object.assign(new Error('database is locked'), { errcode: 5 })
const REFUSED = Object.assign(new Error('CHECK constraint failed'), { errcode: 19 })
const BROKEN = Object.assign(new Error('disk I/O error'), { errcode: 10 })

/** What a test does to the next statements of one kind. */
interface Fault {
  /** How the statement begins. */
  readonly sql:
    | 'COMMIT'
    | 'INSERT INTO log'
    | 'INSERT INTO people'
    | 'BEGIN'
    | 'PRAGMA wal_checkpoint'
    | 'PRAGMA user_version'
  readonly error: Error
  /** Whether SQLite also rolls the transaction back; it may do either. */
  readonly rollsBack: boolean
  /** Without it, once. */
  readonly always?: true
  /** What fails after that. */
  readonly next?: Fault
  /** What another process does then. */
  readonly meanwhile?: () => void
}

/** A group commit over a real database. `fault` makes a statement fail, because a test has no disk that it can fill. */
function openCommits(
  options: {
    readonly longLogBytes?: number
    readonly folder?: string
    readonly file?: string
    readonly fault?: Fault
    readonly isBusy?: () => boolean
  } = {},
) {
  const { folder = newFolder(), fault: first, isBusy = () => false, ...rest } = options
  const database = must(openDataFolder(folder))
  const told: unknown[] = []
  let fault = first
  const meet = (sql: string): void => {
    const now = fault
    if (now === undefined || !sql.startsWith(now.sql)) return
    if (now.always !== true) fault = now.next
    if (now.rollsBack && database.isTransaction) database.exec('ROLLBACK')
    now.meanwhile?.()
    throw now.error
  }
  const failing: Database = {
    ...database,
    get isTransaction() {
      return database.isTransaction
    },
    run(sql, values) {
      meet(sql)
      return database.run(sql, values)
    },
    all<Row>(sql: string, values?: readonly Value[]) {
      meet(sql)
      return database.all<Row>(sql, values)
    },
  }
  const commits: GroupCommit = openGroupCommit({
    database: failing,
    file: arenaFile(folder),
    ...rest,
    isBusy,
    onFailure: (error) => void told.push(['failed', error]),
    onFull: (isFull) => void told.push(['full', isFull]),
  })
  return {
    folder,
    commits,
    database,
    told,
    fail(next: Fault | undefined) {
      fault = next
    },
    add: (id: number) => commits.append(person(id), id),
    /** Tells when all entries so far are on disk. */
    note: (what: string) => commits.afterCommit(() => void told.push(what)),
    [Symbol.dispose]: () => commits[Symbol.dispose](),
  }
}

/** The people in the log as another process reads it, with the times of their entries. */
function onDisk(folder: string): readonly (readonly [number, number])[] {
  using database = must(readDataFolder(folder))
  return database
    .all<{ time: number; body: string }>('SELECT time, body FROM log ORDER BY seq')
    .map(({ time, body }) => [(JSON.parse(body) as { readonly person: number }).person, time])
}

/** A thread may answer late on a busy machine. */
const waitUntil = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 5 })

/** The end of this turn of the event loop: the open batch is committed, if it can be. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe.each([true, false])('a full disk, where SQLite rolls back by itself: %o,', (rollsBack) => {
  test('keeps the entries in memory until a commit succeeds, under the same numbers and times', async () => {
    using one = openCommits()
    expect([one.add(1001), one.add(1002)]).toEqual([1, 2])
    one.note('stored')
    one.fail({ sql: 'COMMIT', error: FULL, rollsBack, always: true })
    await endOfTurn()
    expect(one.told).toEqual([['full', true]])
    expect([one.commits.isFull, one.commits.isSound, one.commits.last]).toEqual([true, true, 2])
    // What comes meanwhile joins the batch.
    expect(one.add(1003)).toBe(3)
    expect(one.database.all('SELECT id FROM people')).toHaveLength(3)
    vi.advanceTimersByTime(RETRY_MS)
    expect(onDisk(one.folder)).toEqual([])
    expect(one.told).toEqual([['full', true]])
    one.fail(undefined)
    const settled = one.commits.settled()
    vi.advanceTimersByTime(RETRY_MS - 1)
    expect(one.commits.isFull).toBe(true)
    vi.advanceTimersByTime(1)
    await settled
    expect(one.told).toEqual([['full', true], ['full', false], 'stored'])
    expect(one.commits.isFull).toBe(false)
    expect(onDisk(one.folder)).toEqual([
      [1001, 1001],
      [1002, 1002],
      [1003, 1003],
    ])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that shows when an entry is appended loses no entry of the same turn', async () => {
    using one = openCommits()
    one.add(1001)
    one.fail({ sql: 'INSERT INTO people', error: FULL, rollsBack })
    expect([one.add(1002), one.add(1003)]).toEqual([2, 3])
    await one.commits.settled()
    expect(onDisk(one.folder)).toEqual([
      [1001, 1001],
      [1002, 1002],
      [1003, 1003],
    ])
    expect(one.told).toEqual([])
  })

  test('that shows when the log is read loses no entry, and the read has them all', async () => {
    using one = openCommits()
    one.add(1001)
    one.add(1002)
    one.fail({ sql: 'INSERT INTO log', error: FULL, rollsBack })
    expect(one.commits.reading.all('SELECT seq FROM log')).toEqual([{ seq: 1 }, { seq: 2 }])
    expect(one.add(1003)).toBe(3)
    await one.commits.settled()
    expect(onDisk(one.folder)).toHaveLength(3)
    expect(one.told).toEqual([])
  })

  test('that shows when the lines of the log are written is tried again', async () => {
    using one = openCommits()
    one.add(1001)
    one.fail({ sql: 'INSERT INTO log', error: FULL, rollsBack })
    await endOfTurn()
    expect(one.told).toEqual([['full', true]])
    const settled = one.commits.settled()
    vi.advanceTimersByTime(RETRY_MS)
    await settled
    expect(onDisk(one.folder)).toEqual([[1001, 1001]])
  })
})

describe('a store that cannot be written any more', () => {
  test('says so once, acknowledges nothing, and refuses every further entry with the reason', async () => {
    using one = openCommits()
    one.add(1001)
    one.note('stored')
    one.fail({ sql: 'COMMIT', error: BROKEN, rollsBack: false })
    await endOfTurn()
    expect(one.told).toEqual([['failed', BROKEN]])
    expect(one.commits.isSound).toBe(false)
    expect(one.database.isTransaction).toBe(false)
    expect(() => one.add(1002)).toThrow(
      expect.objectContaining({ message: 'Cannot append: the store is closed', cause: BROKEN }) as Error,
    )
    await endOfTurn()
    one[Symbol.dispose]()
    expect(one.told).toEqual([['failed', BROKEN]])
    expect(one.commits.isSound).toBe(false)
    expect(onDisk(one.folder)).toEqual([])
  })

  test('still acknowledges the batch before, which is on disk', async () => {
    using one = openCommits()
    one.add(1001)
    one.note('first')
    const first = one.commits.settled()
    await endOfTurn()
    one.add(1002)
    one.note('second')
    one.fail({ sql: 'COMMIT', error: BROKEN, rollsBack: false })
    await first
    expect(one.told).toEqual(['first', ['failed', BROKEN]])
    expect(onDisk(one.folder)).toEqual([[1001, 1001]])
  })

  test('while the disk is full does not try again', async () => {
    using one = openCommits()
    one.add(1001)
    one.fail({ sql: 'COMMIT', error: FULL, rollsBack: true, always: true })
    await endOfTurn()
    one.fail({ sql: 'INSERT INTO people', error: BROKEN, rollsBack: true, always: true })
    expect(() => one.add(1002)).toThrow(BROKEN)
    expect(one.told).toEqual([
      ['full', true],
      ['failed', BROKEN],
    ])
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['an entry cannot be appended', 'INSERT INTO people', BROKEN],
    ['the lines of the log cannot be written', 'INSERT INTO log', BROKEN],
    ['a commit finds the database locked', 'COMMIT', BUSY],
  ] as const)('gives up at once when %s, also if SQLite rolls nothing back', async (_what, sql, error) => {
    using one = openCommits()
    one.add(1001)
    one.fail({ sql, error, rollsBack: false })
    if (sql === 'INSERT INTO people') expect(() => one.add(1002)).toThrow(error)
    await endOfTurn()
    expect(one.told).toEqual([['failed', error]])
    expect([one.commits.isSound, one.database.isTransaction]).toEqual([false, false])
    expect(onDisk(one.folder)).toEqual([])
  })

  test('gives up when the entries of a full disk cannot be made again', async () => {
    using one = openCommits()
    one.add(1001)
    one.note('stored')
    // The commit fails, and so does the transaction that would make the entries again.
    one.fail({
      sql: 'COMMIT',
      error: FULL,
      rollsBack: true,
      next: { sql: 'BEGIN', error: BROKEN, rollsBack: true },
    })
    await endOfTurn()
    expect(one.told).toEqual([['failed', BROKEN]])
    expect(() => one.add(1002)).toThrow('the store is closed')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('gives up when another program has written to the log', async () => {
    using one = openCommits()
    const meanwhile = (): void => {
      using other = openDatabase(arenaFile(one.folder))
      other.run(`INSERT INTO log (time, kind, body) VALUES (1, 'key-revoked', '{}')`)
    }
    one.add(1001)
    one.fail({ sql: 'COMMIT', error: FULL, rollsBack: true, meanwhile })
    await endOfTurn()
    vi.advanceTimersByTime(RETRY_MS)
    expect(one.told).toMatchObject([
      ['full', true],
      ['failed', { message: expect.stringContaining('UNIQUE constraint failed: log.seq') as unknown }],
    ])
    expect(one.database.isTransaction).toBe(false)
  })

  test('is one without room for a single entry', () => {
    using one = openCommits()
    one.database.exec('PRAGMA max_page_count = 1')
    const text = 'x'.repeat(100_000)
    expect(() => one.commits.append({ kind: 'announcement-posted', text }, 1)).toThrow('full')
    expect(one.told).toMatchObject([['failed', { errcode: 13 }]])
    expect(one.commits.isSound).toBe(false)
  })

  test('is one whose log cannot be synced', async () => {
    using one = openCommits()
    rmSync(`${arenaFile(one.folder)}-wal`)
    one.add(1001)
    one.note('stored')
    await waitUntil(() => expect(one.told).toHaveLength(1))
    expect(one.told).toMatchObject([
      ['failed', { message: expect.stringMatching(/^Cannot sync the log: .*ENOENT/) as unknown }],
    ])
  })

  test('is one that is closed without its log: the last entries are not acknowledged', () => {
    using one = openCommits()
    one.add(1001)
    one.note('stored')
    rmSync(`${arenaFile(one.folder)}-wal`)
    one[Symbol.dispose]()
    expect(one.told).toMatchObject([['failed', { code: 'ENOENT' }]])
    expect(one.commits.isSound).toBe(false)
  })

  // No room is left on the file system of /proc, ever.
  test.runIf(existsSync('/proc/self'))(
    'is not one whose disk has no room, whatever SQLite calls that',
    async () => {
      using one = openCommits({ file: '/proc/arena.db' })
      one.add(1001)
      one.fail({ sql: 'COMMIT', error: BROKEN, rollsBack: true })
      await endOfTurn()
      expect(one.told).toEqual([['full', true]])
    },
  )
})

describe('an entry', () => {
  test('is told of when all up to it are on disk, and at once when they are already', async () => {
    using one = openCommits()
    const on = (seq: number, what: string) => one.commits.afterCommit(() => void one.told.push(what), seq)
    one.add(1001)
    await one.commits.settled()
    one.add(1002)
    await endOfTurn()
    one.add(1003)
    on(3, 'third')
    on(2, 'second')
    on(1, 'first')
    expect(one.told).toEqual(['first'])
    await one.commits.settled()
    expect(one.told).toEqual(['first', 'second', 'third'])
  })

  test('is waited for with all others of its turn', async () => {
    using one = openCommits()
    expect(one.commits.settled()).toBeUndefined()
    one.add(1001)
    const first = one.commits.settled()
    expect(one.commits.settled()).toBe(first)
    await endOfTurn()
    // It is committed, and being synced.
    expect(one.commits.settled()).toBe(first)
    one.add(1002)
    expect(one.commits.settled()).not.toBe(first)
    await one.commits.settled()
    expect(onDisk(one.folder)).toHaveLength(2)
    expect(one.commits.settled()).toBeUndefined()
  })

  test('that comes during a sync is committed with the next batch, and closing the store stores both', async () => {
    const one = openCommits()
    one.add(1001)
    one.note('first')
    await endOfTurn()
    one.add(1002)
    one.note('second')
    await endOfTurn()
    expect(onDisk(one.folder)).toHaveLength(1)
    one[Symbol.dispose]()
    expect(one.told).toEqual(['first', 'second'])
    expect(one.commits.isSound).toBe(true)
    expect(onDisk(one.folder)).toHaveLength(2)
    expect(one.commits.settled()).toBeUndefined()
  })

  test('that is refused is not waited for, and those after it are stored', async () => {
    using one = openCommits()
    expect(() => one.commits.append({ kind: 'key-revoked', key: 'unknown' }, 1)).toThrow('key-revoked')
    one.note('nothing to wait for')
    expect(one.told).toEqual(['nothing to wait for'])
    expect(one.add(1001)).toBe(1)
    await one.commits.settled()
    expect(onDisk(one.folder)).toEqual([[1001, 1001]])
    expect(one.commits.isSound).toBe(true)
  })

  test('that SQLite refuses is undone alone as well', async () => {
    const one = openCommits()
    one.add(1001)
    expect(() => one.add(1001)).toThrow('UNIQUE')
    expect(one.add(1002)).toBe(2)
    await one.commits.settled()
    expect(onDisk(one.folder)).toHaveLength(2)
    // Nothing is open when the store is closed.
    one[Symbol.dispose]()
    expect([one.told, one.commits.isSound]).toEqual([[], true])
  })

  test('that SQLite refuses takes no line of the log with it that was read before', async () => {
    using one = openCommits()
    const seqs = () => one.commits.reading.all<{ seq: number }>('SELECT seq FROM log').map(({ seq }) => seq)
    one.add(1001)
    expect(seqs()).toEqual([1])
    one.add(1002)
    expect(() => one.add(1001)).toThrow('UNIQUE')
    expect(seqs()).toEqual([1, 2])
    one.add(1003)
    // One that reads no log writes no lines.
    expect(one.commits.reading.all('SELECT id FROM people')).toHaveLength(3)
    expect(one.database.all('SELECT seq FROM log')).toHaveLength(2)
    await one.commits.settled()
    expect(onDisk(one.folder)).toHaveLength(3)
  })

  test('that SQLite refuses alone leaves nothing to commit', async () => {
    using one = openCommits()
    one.fail({ sql: 'INSERT INTO people', error: REFUSED, rollsBack: false })
    expect(() => one.add(1001)).toThrow(REFUSED)
    expect([one.commits.settled(), one.database.isTransaction]).toEqual([undefined, false])
    await endOfTurn()
    one.note('stored')
    expect(one.add(1002)).toBe(1)
    await one.commits.settled()
    expect(onDisk(one.folder)).toEqual([[1002, 1002]])
    expect(one.told).toEqual(['stored'])
  })

  test('that no table follows from is read at once, and no sooner written', async () => {
    using one = openCommits()
    const event = { kind: 'ready', seat: 0, at: 1 } as const
    expect(one.commits.append({ kind: 'match-event', match: 7, event }, 1)).toBe(1)
    expect(one.database.all('SELECT seq FROM log')).toEqual([])
    const rows = one.commits.reading.all<{ match: number }>('SELECT match FROM log')
    expect(rows).toEqual([{ match: 7 }])
    await one.commits.settled()
    expect(one.commits.reading.all('SELECT match FROM log')).toEqual(rows)
  })

  test('counts on from the last one in the log', () => {
    const folder = newFolder()
    {
      using first = openCommits({ folder })
      expect(first.commits.last).toBe(0)
      first.add(1001)
    }
    using second = openCommits({ folder })
    expect([second.commits.last, second.add(1002), second.commits.last]).toEqual([1, 2, 2])
  })
})

describe('while the event loop is busy', () => {
  const PACE_MS = 5
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))

  test('a commit follows the one before it after five milliseconds, with all entries since', async () => {
    using one = openCommits({ isBusy: () => true })
    one.add(1001)
    await endOfTurn()
    // There was none before it.
    expect(onDisk(one.folder)).toHaveLength(1)
    await one.commits.settled()
    for (const id of [1002, 1003, 1004]) {
      one.add(id)
      await endOfTurn()
    }
    vi.advanceTimersByTime(PACE_MS - 1)
    expect(onDisk(one.folder)).toHaveLength(1)
    one.note('stored')
    vi.advanceTimersByTime(1)
    expect(onDisk(one.folder)).toHaveLength(4)
    expect(one.told).toEqual([])
    await one.commits.settled()
    expect(one.told).toEqual(['stored'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a commit that comes later waits for nothing, nor does one when the loop is idle again', async () => {
    let isBusy = true
    using one = openCommits({ isBusy: () => isBusy })
    one.add(1001)
    await one.commits.settled()
    vi.advanceTimersByTime(PACE_MS)
    one.add(1002)
    await endOfTurn()
    expect(onDisk(one.folder)).toHaveLength(2)
    await one.commits.settled()
    isBusy = false
    one.add(1003)
    await endOfTurn()
    expect(onDisk(one.folder)).toHaveLength(3)
  })

  test('closing the store stores what waits', async () => {
    const one = openCommits({ isBusy: () => true })
    one.add(1001)
    await one.commits.settled()
    one.add(1002)
    await endOfTurn()
    one[Symbol.dispose]()
    expect(onDisk(one.folder)).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a full disk is tried again when there may be room', async () => {
    using one = openCommits({ isBusy: () => true })
    one.add(1001)
    await one.commits.settled()
    one.add(1002)
    one.note('stored')
    one.fail({ sql: 'COMMIT', error: FULL, rollsBack: true })
    await endOfTurn()
    vi.advanceTimersByTime(PACE_MS)
    expect(one.told).toEqual([['full', true]])
    vi.advanceTimersByTime(RETRY_MS)
    await one.commits.settled()
    expect(one.told).toEqual([['full', true], ['full', false], 'stored'])
  })
})

describe('a long write-ahead log', () => {
  const saltsOf = (folder: string): bigint | undefined => findSalts(arenaFile(folder))
  /** Frames of the log. */
  const lengthOf = (database: Database): number =>
    database.all<{ log: number }>('PRAGMA wal_checkpoint')[0]?.log ?? NaN

  test('begins anew after a checkpoint with a single page, and entries that come meanwhile keep their numbers', async () => {
    using one = openCommits({ longLogBytes: 1 })
    const batches = Array.from({ length: 5 }, (_, at) => 1001 + at)
    const salts = new Set<bigint | undefined>()
    for (const id of batches) {
      expect(one.add(id)).toBe(id - 1000)
      await one.commits.settled()
      salts.add(saltsOf(one.folder))
    }
    await waitUntil(() => expect(salts).not.toContain(saltsOf(one.folder)))
    expect(salts.size).toBe(batches.length)
    expect(lengthOf(one.database)).toBe(1)
    expect(onDisk(one.folder).map(([id]) => id)).toEqual(batches)
    expect(one.told).toEqual([])
    expect(one.database.all('PRAGMA synchronous')).toEqual([{ synchronous: 0 }])
    expect(one.database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 5000 }])
  })

  test('stays as it is while another process reads an older state, and nothing waits for that', async () => {
    using one = openCommits({ longLogBytes: 1 })
    one.add(1001)
    await one.commits.settled()
    const salts = saltsOf(one.folder)
    using reader = openDatabase(arenaFile(one.folder))
    reader.exec('BEGIN')
    expect(reader.all('SELECT * FROM log')).toHaveLength(1)
    for (const id of [1002, 1003, 1004]) {
      one.add(id)
      await one.commits.settled()
    }
    expect(onDisk(one.folder)).toHaveLength(4)
    expect(saltsOf(one.folder)).toBe(salts)
    expect(one.told).toEqual([])
  })

  test('that a reader keeps from being emptied at the start is written with SQLite’s own syncs', () => {
    const folder = newFolder()
    using database = must(openDataFolder(folder))
    database.run(`INSERT INTO log (time, kind, body) VALUES (1, 'key-revoked', '{}')`)
    using reader = openDatabase(arenaFile(folder))
    reader.exec('BEGIN')
    reader.all('SELECT * FROM log')
    database.run(`INSERT INTO log (time, kind, body) VALUES (2, 'key-revoked', '{}')`)
    using _ = openGroupCommit({ database, file: arenaFile(folder), onFailure: () => {}, onFull: () => {} })
    expect(database.all('PRAGMA synchronous')).toEqual([{ synchronous: 1 }])
    expect(database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 5000 }])
  })

  test.each([
    ['full', FULL],
    ['locked', BUSY],
  ])('stays as it is if the disk is %s at the start', async (_how, error) => {
    const fault = { sql: 'PRAGMA wal_checkpoint', error, rollsBack: false } as const
    using one = openCommits({ longLogBytes: 1, fault })
    expect(one.database.all('PRAGMA synchronous')).toEqual([{ synchronous: 1 }])
    expect(one.database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 5000 }])
    one.add(1001)
    await one.commits.settled()
    const old = saltsOf(one.folder)
    // After the next checkpoint it begins anew.
    await waitUntil(() => expect(saltsOf(one.folder)).not.toBe(old))
    expect(one.database.all('PRAGMA synchronous')).toEqual([{ synchronous: 0 }])
    expect(one.told).toEqual([])
  })

  test('goes on as it is if the disk is full when it should begin anew', async () => {
    using one = openCommits({ longLogBytes: 1 })
    one.add(1001)
    await one.commits.settled()
    const old = saltsOf(one.folder)
    one.fail({ sql: 'PRAGMA user_version', error: FULL, rollsBack: false })
    await waitUntil(() => expect(one.database.all('PRAGMA synchronous')).toEqual([{ synchronous: 1 }]))
    expect(saltsOf(one.folder)).toBe(old)
    one.add(1002)
    await one.commits.settled()
    await waitUntil(() => expect(one.database.all('PRAGMA synchronous')).toEqual([{ synchronous: 0 }]))
    expect(onDisk(one.folder)).toHaveLength(2)
    expect(one.told).toEqual([])
  })

  test('that cannot be emptied because the disk failed ends the store', async () => {
    const fault = { sql: 'PRAGMA wal_checkpoint', error: BROKEN, rollsBack: false } as const
    expect(() => openCommits({ fault })).toThrow(BROKEN)
    using one = openCommits({ longLogBytes: 1 })
    one.add(1001)
    one.note('stored')
    one.fail(fault)
    await waitUntil(() => expect(one.told).toHaveLength(2))
    expect(one.told).toEqual(['stored', ['failed', BROKEN]])
    expect(() => one.add(1002)).toThrow('the store is closed')
  })
})
