import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { backupStore } from './backup.ts'
import { openDatabase } from './database.ts'
import { openStore } from './open-store.ts'
import { rebuildStore } from './rebuild.ts'
import { restoreStore } from './restore.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

/** An arena with so many people. */
function newArena(people = 300): string {
  const folder = newFolder()
  using store = must(openStore(folder))
  for (let person = 1001; person < 1001 + people; person++)
    store.append({ kind: 'person-registered', person, name: `person ${person}`, role: 'player' })
  return folder
}

function messageOf(folder: string): string | undefined {
  const opened = openStore(folder)
  if (!opened.ok) return opened.problem.message
  opened.value[Symbol.dispose]()
  return undefined
}

/** Overwrites a page in the middle of the database. */
function damage(folder: string): void {
  const file = join(folder, 'arena.db')
  const bytes = readFileSync(file)
  bytes.fill(0xaa, bytes.length / 2, bytes.length / 2 + 4096)
  writeFileSync(file, bytes)
}

describe('a store is not opened', () => {
  test('when its file is damaged, and says what puts a backup in its place', () => {
    const folder = newArena()
    damage(folder)
    expect(messageOf(folder)).toMatch(
      new RegExp(
        `^Cannot open the arena in ${folder}: its arena.db is damaged.*; gamegrid store restore BACKUP --data ${folder} puts a backup in its place$`,
        's',
      ),
    )
  })

  test('when its file was cut short, or is none', () => {
    const folder = newArena()
    truncateSync(join(folder, 'arena.db'), 8192)
    expect(messageOf(folder)).toMatch('gamegrid store restore')
    writeFileSync(join(folder, 'arena.db'), 'no database '.repeat(1000))
    expect(messageOf(folder)).toMatch(/is not a database; gamegrid store restore/)
  })

  test('when its tables do not follow from its log, and says what works them out again', () => {
    const folder = newArena(3)
    {
      using database = openDatabase(join(folder, 'arena.db'))
      database.run(`UPDATE people SET name = 'mallory' WHERE id = 1001`)
    }
    const opened = openStore(folder)
    expect(opened).toMatchObject({ ok: false, problem: { code: 'store-inconsistent' } })
    expect(messageOf(folder)).toMatch(/gamegrid store rebuild(?!.*gamegrid store restore)/s)
    must(rebuildStore(folder))
    expect(messageOf(folder)).toBeUndefined()
  })

  test.each(['missing', 'empty'])('when its database is %s but there are bots', (how) => {
    const folder = newArena(3)
    mkdirSync(join(folder, 'bots', 'archives'), { recursive: true })
    writeFileSync(join(folder, 'bots', 'archives', 'abc'), 'source')
    if (how === 'empty') truncateSync(join(folder, 'arena.db'))
    else rmSync(join(folder, 'arena.db'))
    expect(messageOf(folder)).toBe(
      `Cannot open the arena in ${folder}: it has bots, but its database arena.db is missing; gamegrid store restore BACKUP --data ${folder} puts a backup in its place, or move ${join(folder, 'bots')} away to begin anew`,
    )
    expect(existsSync(join(folder, 'arena.db'))).toBe(how === 'empty')
  })
})

describe('a folder of bots', () => {
  /** Puts a bot into a folder of bots; none of this name makes the folder alone. */
  function addBots(folder: string, kind: 'archives' | 'versions', name?: string): void {
    const path = join(folder, 'bots', kind)
    mkdirSync(path, { recursive: true })
    if (name !== undefined) writeFileSync(join(path, name), 'source')
  }

  test.each(['archives', 'versions'] as const)('with %s needs its database', (kind) => {
    const folder = newArena(3)
    addBots(folder, kind, 'abc')
    expect(messageOf(folder)).toBeUndefined()
    rmSync(join(folder, 'arena.db'))
    expect(openStore(folder)).toMatchObject({ ok: false, problem: { code: 'store-lost' } })
  })

  test('without a bot needs none', () => {
    const folder = newFolder()
    addBots(folder, 'archives')
    addBots(folder, 'versions')
    expect(messageOf(folder)).toBeUndefined()
  })
})

test('a database that is as it was left is not read through', () => {
  const folder = newArena()
  const file = join(folder, 'arena.db')
  const { atime, mtime } = statSync(file)
  damage(folder)
  // The time of a file can be set to the microsecond only: what is set is what is noted.
  utimesSync(file, atime, mtime)
  const { size, mtimeNs } = statSync(file, { bigint: true })
  writeFileSync(
    join(folder, 'closed.json'),
    `${JSON.stringify({ bytes: String(size), changed: String(mtimeNs) })}\n`,
  )
  expect(messageOf(folder)).toBeUndefined()
})

describe('after a crash', () => {
  /** A copy of the arena as a killed process leaves it, with a write-ahead log in which this was done last. */
  function crashed(folder: string, lastly: string): string {
    const copy = newFolder()
    using database = openDatabase(join(folder, 'arena.db'))
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
    database.exec(lastly)
    for (const name of ['arena.db', 'arena.db-wal']) copyFileSync(join(folder, name), join(copy, name))
    expect(statSync(join(copy, 'arena.db-wal')).size).toBeGreaterThan(0)
    return copy
  }

  test('the file is read through, and the tables are not worked out again', () => {
    const folder = crashed(newArena(3), `UPDATE people SET name = 'mallory' WHERE id = 1001`)
    expect(messageOf(folder)).toBeUndefined()
  })

  test.each(['missing', 'empty'])(
    'a database that is %s is not made anew over its write-ahead log',
    (how) => {
      const folder = crashed(newArena(3), `UPDATE people SET name = 'mallory' WHERE id = 1001`)
      const [file, log] = [join(folder, 'arena.db'), join(folder, 'arena.db-wal')]
      if (how === 'empty') truncateSync(file)
      else rmSync(file)
      const before = readFileSync(log)
      expect(messageOf(folder)).toBe(
        `Cannot open the arena in ${folder}: it has a write-ahead log, but its database arena.db is missing; gamegrid store restore BACKUP --data ${folder} puts a backup in its place, or move ${log} away to begin anew`,
      )
      expect(readFileSync(log)).toEqual(before)
    },
  )

  test('a store with a gap in its log is not opened', () => {
    const folder = crashed(newArena(3), 'DROP TRIGGER log_is_kept; DELETE FROM log WHERE seq = 2')
    expect(openStore(folder)).toMatchObject({
      ok: false,
      problem: {
        code: 'store-unsound',
        message: `Cannot open the arena in ${folder}: entries are missing from its log; gamegrid store restore BACKUP --data ${folder} puts a backup in its place`,
      },
    })
  })
})

describe('restoreStore', () => {
  test('puts a backup in the place of a damaged arena, and moves that aside', async () => {
    const folder = newArena()
    const backup = join(newFolder(), 'backup.db')
    must(await backupStore(folder, backup))
    damage(folder)
    const damaged = readFileSync(join(folder, 'arena.db'))
    expect(must(await restoreStore(folder, backup))).toEqual({ replaced: join(folder, 'replaced-1') })
    expect(readFileSync(join(folder, 'replaced-1', 'arena.db'))).toEqual(damaged)
    using store = must(openStore(folder))
    expect(store.people({ limit: 1000 })).toHaveLength(300)
  })

  test('does nothing while an arena is used, or with a backup that is none', async () => {
    const folder = newArena(3)
    const backup = join(newFolder(), 'backup.db')
    must(await backupStore(folder, backup))
    {
      using _ = must(openStore(folder))
      expect(await restoreStore(folder, backup)).toMatchObject({
        ok: false,
        problem: {
          message: `Cannot open the arena in ${folder}: another gamegrid (process ${process.pid}) is using it`,
        },
      })
    }
    const before = readdirSync(folder).sort()
    writeFileSync(backup, 'no database '.repeat(1000))
    expect(await restoreStore(folder, backup)).toMatchObject({
      ok: false,
      problem: { message: `Cannot restore ${backup}: it is not a backup of an arena, or damaged` },
    })
    expect(readdirSync(folder).sort()).toEqual(before)
  })
})
