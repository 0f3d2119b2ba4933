import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { openLogSync, type SyncOptions, type SyncReport } from './sync-log.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

/** A database with a write-ahead log. */
function openLogged(longBytes: number) {
  const file = join(newFolder(), 'file.db')
  const writer = openDatabase(file)
  writer.exec(
    'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE texts (text TEXT) STRICT',
  )
  const log = openSyncing({ file, longBytes })
  return {
    file,
    sync: log.sync,
    writer,
    write: () => void writer.run('INSERT INTO texts VALUES (?)', ['x'.repeat(3000)]),
    size: () => statSync(`${file}-wal`).size,
    [Symbol.dispose]() {
      log[Symbol.dispose]()
      writer[Symbol.dispose]()
    },
  }
}

/** A sync whose reports are waited for: that of the sync, and that of the checkpoint if the log is long. */
function openSyncing(options: Omit<SyncOptions, 'onReport'>) {
  let onReport: SyncOptions['onReport'] = () => {}
  const log = openLogSync({ ...options, onReport: (report) => onReport(report) })
  const reportsOf = (work: () => void) =>
    new Promise<readonly SyncReport[]>((resolve) => {
      const reports: SyncReport[] = []
      onReport = (report) => {
        reports.push(report)
        if (report.kind !== 'synced' || !report.isLong) resolve(reports)
      }
      work()
    })
  return {
    sync: (isNew = false) => reportsOf(() => log.sync(isNew)),
    [Symbol.dispose]: () => log[Symbol.dispose](),
  }
}

/** The database file as it is without its write-ahead log. */
function textsWithoutLog(file: string): number {
  const copy = join(newFolder(), 'copy.db')
  copyFileSync(file, copy)
  using database = openDatabase(copy)
  return countTexts(database)
}

const countTexts = (database: Database): number =>
  database.all<{ count: number }>('SELECT count(*) AS count FROM texts')[0]?.count ?? -1

test('a short log is synced, and no checkpoint is made', async () => {
  using logged = openLogged(1e6)
  logged.write()
  expect(await logged.sync()).toEqual([{ kind: 'synced', isLong: false }])
})

test('a long log is synced first, and a checkpoint moves all of it into the database', async () => {
  using logged = openLogged(1)
  logged.write()
  expect(await logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: true },
  ])
  expect(textsWithoutLog(logged.file)).toBe(1)
})

test.each([
  [0, ['synced long', 'checkpointed', 'synced']],
  [1, ['synced', 'synced']],
])('a log %i bytes shorter than its limit is synced twice: %o', async (shorter, kinds) => {
  using logged = openLogged(1e6)
  logged.write()
  using log = openSyncing({ file: logged.file, longBytes: logged.size() + shorter })
  const reports = [...(await log.sync()), ...(await log.sync())]
  expect(reports.map((it) => (it.kind === 'synced' && it.isLong ? 'synced long' : it.kind))).toEqual(kinds)
})

test('a checkpoint that a reader holds up is not whole, and the log grows by its limit before the next one', async () => {
  using logged = openLogged(20_000)
  using reader = openDatabase(logged.file)
  logged.write()
  reader.exec('BEGIN')
  expect(countTexts(reader)).toBe(1)
  while (logged.size() < 20_000) logged.write()
  expect(await logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: false },
  ])
  reader.exec('COMMIT')
  while (logged.size() < 40_000) {
    expect(await logged.sync()).toEqual([{ kind: 'synced', isLong: false }])
    logged.write()
  }
  expect(await logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: true },
  ])
})

test('a checkpoint of a database that is locked is not whole, and waits for nothing', async () => {
  using logged = openLogged(1)
  logged.writer.exec('PRAGMA locking_mode = EXCLUSIVE')
  logged.write()
  expect(await logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: false },
  ])
})

test('a log that begins anew keeps its length on disk, and is long again from its limit on', async () => {
  using logged = openLogged(20_000)
  const fill = (): void => {
    for (let line = 0; line < 5; line++) logged.write()
  }
  fill()
  expect(await logged.sync()).toHaveLength(2)
  for (let round = 0; round < 3; round++) {
    const size = logged.size()
    expect(size).toBeGreaterThan(20_000)
    logged.write()
    expect(await logged.sync()).toEqual([{ kind: 'synced', isLong: false }])
    expect(logged.size()).toBe(size)
    fill()
    expect(await logged.sync()).toEqual([
      { kind: 'synced', isLong: true },
      { kind: 'checkpointed', isWhole: true },
    ])
  }
  expect(countTexts(logged.writer)).toBe(5 + 3 * 6)
})

test('a log of which is known that it is new counts as short', async () => {
  using logged = openLogged(1)
  logged.write()
  expect(await logged.sync(true)).toEqual([{ kind: 'synced', isLong: false }])
})

test('a log without a header is not synced: it would be lost in a crash', async () => {
  using logged = openLogged(1e6)
  logged.write()
  writeFileSync(`${logged.file}-wal`, Buffer.alloc(32), { flag: 'r+' })
  expect(await logged.sync()).toEqual([{ kind: 'failed', why: 'the log has no header' }])
})

test('a checkpoint of a database that cannot be opened fails, and says why', async () => {
  using logged = openLogged(1)
  logged.write()
  renameSync(logged.file, `${logged.file}.moved`)
  mkdirSync(logged.file)
  expect(await logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'failed', why: 'unable to open database file' },
  ])
})

test('without a log there is nothing to sync', async () => {
  const file = join(newFolder(), 'file.db')
  using log = openSyncing({ file, longBytes: 1 })
  expect(await log.sync()).toEqual([{ kind: 'failed', why: expect.stringContaining('ENOENT') as unknown }])
  expect(existsSync(`${file}-wal`)).toBe(false)
})

/** How often the log of a database is open. (SQLite keeps the database itself open for as long as another connection has it locked.) */
const openLogs = (file: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === `${file}-wal`
    } catch {
      // It was closed meanwhile.
      return false
    }
  }).length

test.each([
  ['a sync', []],
  ['a checkpoint', [{ kind: 'synced', isLong: true }]],
])('what is closed during %s reports nothing more, and leaves no log open', async (during, told) => {
  using logged = openLogged(1)
  const before = openLogs(logged.file)
  logged.write()
  const reports: SyncReport[] = []
  const log = openLogSync({
    file: logged.file,
    longBytes: 1,
    onReport(report) {
      reports.push(report)
      // The checkpoint has begun.
      log[Symbol.dispose]()
    },
  })
  log.sync()
  if (during === 'a sync') log[Symbol.dispose]()
  await expect.poll(() => reports.length).toBe(told.length)
  {
    // A later log does all of the same, so the first has had the time for it.
    using later = openSyncing({ file: logged.file, longBytes: 1 })
    expect(await later.sync()).toHaveLength(2)
  }
  await expect.poll(() => openLogs(logged.file)).toBe(before)
  expect(reports).toEqual(told)
})
