import { copyFileSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { openDurableLog } from './durable-log.ts'
import type { SyncReport } from './sync-log.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

/** A database with a write-ahead log, and what is reported of it. */
function openLogged(longBytes: number) {
  const file = join(newFolder(), 'file.db')
  const writer = openDatabase(file)
  writer.exec(
    'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE texts (text TEXT) STRICT',
  )
  const reports: SyncReport[] = []
  const sync = openDurableLog({ file, longBytes, report: (what) => void reports.push(what) })
  return {
    file,
    writer,
    write: () => void writer.run('INSERT INTO texts VALUES (?)', ['x'.repeat(3000)]),
    /** Syncs, and gives what was reported of it. */
    sync(): readonly SyncReport[] {
      sync()
      return reports.splice(0)
    },
    size: () => statSync(`${file}-wal`).size,
    [Symbol.dispose]: () => writer[Symbol.dispose](),
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

test('a short log is synced, and no checkpoint is made', () => {
  using logged = openLogged(1e6)
  logged.write()
  expect(logged.sync()).toEqual([{ kind: 'synced', isLong: false }])
})

test('a long log is synced first, and a checkpoint moves all of it into the database', () => {
  using logged = openLogged(1)
  logged.write()
  expect(logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: true },
  ])
  expect(textsWithoutLog(logged.file)).toBe(1)
})

test.each([
  [0, ['synced long', 'checkpointed', 'synced']],
  [1, ['synced', 'synced']],
])('a log %i bytes shorter than its limit is synced twice: %o', (shorter, kinds) => {
  using logged = openLogged(1e6)
  logged.write()
  const reports: SyncReport[] = []
  const longBytes = logged.size() + shorter
  const sync = openDurableLog({ file: logged.file, longBytes, report: (what) => void reports.push(what) })
  sync()
  sync()
  expect(reports.map((it) => (it.kind === 'synced' && it.isLong ? 'synced long' : it.kind))).toEqual(kinds)
})

test('a checkpoint that a reader holds up is not whole, and the log grows by its limit before the next one', () => {
  using logged = openLogged(20_000)
  using reader = openDatabase(logged.file)
  logged.write()
  reader.exec('BEGIN')
  expect(countTexts(reader)).toBe(1)
  while (logged.size() < 20_000) logged.write()
  expect(logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: false },
  ])
  reader.exec('COMMIT')
  const held = logged.size()
  while (logged.size() < held + 20_000) {
    expect(logged.sync()).toEqual([{ kind: 'synced', isLong: false }])
    logged.write()
  }
  expect(logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: true },
  ])
})

test('a checkpoint of a database that is locked is not whole, and waits for nothing', () => {
  using logged = openLogged(1)
  logged.writer.exec('PRAGMA locking_mode = EXCLUSIVE')
  logged.write()
  expect(logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'checkpointed', isWhole: false },
  ])
})

test('a log that was emptied is long again from its limit on', () => {
  using logged = openLogged(20_000)
  const fill = (): void => {
    while (logged.size() < 20_000) logged.write()
  }
  fill()
  expect(logged.sync()).toHaveLength(2)
  logged.writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(logged.sync()).toEqual([{ kind: 'synced', isLong: false }])
  fill()
  expect(logged.sync()).toHaveLength(2)
})

test('a checkpoint of what is no database fails, and says why', () => {
  const file = join(newFolder(), 'file.db')
  for (const name of [file, `${file}-wal`]) writeFileSync(name, 'no database '.repeat(1000))
  const reports: SyncReport[] = []
  openDurableLog({ file, longBytes: 1, report: (what) => void reports.push(what) })()
  expect(reports).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'failed', why: 'file is not a database' },
  ])
})

test('a checkpoint of a database that cannot be opened fails, and says why', () => {
  using logged = openLogged(1)
  logged.write()
  renameSync(logged.file, `${logged.file}.moved`)
  mkdirSync(logged.file)
  expect(logged.sync()).toEqual([
    { kind: 'synced', isLong: true },
    { kind: 'failed', why: 'unable to open database file' },
  ])
})

test('without a log there is nothing to sync', () => {
  const file = join(newFolder(), 'file.db')
  expect(() => openDurableLog({ file, longBytes: 1, report: () => {} })).toThrow('ENOENT')
  expect(existsSync(`${file}-wal`)).toBe(false)
})
