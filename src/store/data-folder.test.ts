import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { checkStore } from './check.ts'
import { openDataFolder, readDataFolder } from './data-folder.ts'
import { inTransaction, openDatabase } from './database.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

function newArena(): string {
  const folder = newFolder()
  must(openDataFolder(folder))[Symbol.dispose]()
  return folder
}

/** What opening it to write, and to read, says. */
const saysOf = (folder: string) => [messageOf(openDataFolder(folder)), messageOf(readDataFolder(folder))]

function messageOf(opened: ReturnType<typeof openDataFolder>): string | undefined {
  if (!opened.ok) return opened.problem.message
  opened.value[Symbol.dispose]()
  return undefined
}

describe('a data folder', () => {
  test('is made with all above it when there is none', () => {
    const folder = join(newFolder(), 'deep', 'down')
    using database = must(openDataFolder(folder))
    expect(database.all('SELECT * FROM log')).toEqual([])
  })

  test('is not made by those who only look, or who need one that is there', () => {
    const folder = join(newFolder(), 'nothing')
    const says = `Cannot open the arena in ${folder}: there is none`
    expect([openDataFolder(folder, 'fail'), readDataFolder(folder)].map(messageOf)).toEqual([says, says])
    expect(existsSync(folder)).toBe(false)
  })

  test('holds no arena when its file is empty', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'arena.db'), '')
    expect(messageOf(readDataFolder(folder))).toBe(`Cannot open the arena in ${folder}: there is none`)
  })

  test('is used by one at a time, and free again afterwards', () => {
    const folder = newFolder()
    const user = must(openDataFolder(folder))
    const says = `Cannot open the arena in ${folder}: another gamegrid (process ${process.pid}) is using it`
    expect(saysOf(folder)).toEqual([says, undefined])
    user[Symbol.dispose]()
    expect(saysOf(folder)).toEqual([undefined, undefined])
  })

  test('is on disk when a commit is, and refers to nothing that is missing', () => {
    using database = must(openDataFolder(newFolder()))
    const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'recursive_triggers'].map(
      (name) => Object.values(database.all<object>(`PRAGMA ${name}`)[0] ?? {})[0] as unknown,
    )
    expect(settings).toEqual(['wal', 2, 1, 1])
  })

  test('says when it is a file, or lies in one', () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(messageOf(openDataFolder(file))).toBe(`Cannot open the arena in ${file}: it is not a folder`)
    const inside = join(file, 'inside')
    expect(messageOf(openDataFolder(inside))).toBe(`Cannot open the arena in ${inside}: it is not a folder`)
  })

  test('says when it cannot be written', () => {
    // Not even root can.
    expect(messageOf(openDataFolder('/proc/self'))).toBe(
      'Cannot open the arena in /proc/self: it cannot be written',
    )
  })

  test('says when its file is not a database', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'arena.db'), 'To whom it may concern. '.repeat(500))
    const says = `Cannot open the arena in ${folder}: its arena.db is not a database`
    expect(saysOf(folder)).toEqual([says, says])
  })

  test('says when its file is damaged', () => {
    const folder = newArena()
    const file = openSync(join(folder, 'arena.db'), 'r+')
    writeSync(file, Buffer.alloc(3000, 0xaa), 0, 3000, 100)
    closeSync(file)
    const says = `Cannot open the arena in ${folder}: its arena.db is damaged`
    expect(saysOf(folder)).toEqual([says, says])
  })

  test('says when it was written by a newer gamegrid', () => {
    const folder = newArena()
    {
      using database = openDatabase(join(folder, 'arena.db'))
      database.exec('PRAGMA user_version = 1000')
    }
    const says = `Cannot open the arena in ${folder}: it was written by a newer gamegrid`
    expect(saysOf(folder)).toEqual([says, says])
  })

  test('says when its database belongs to another program, and leaves it alone', () => {
    const folder = newFolder()
    const file = join(folder, 'arena.db')
    {
      using database = openDatabase(file)
      database.exec('CREATE TABLE recipes (name TEXT)')
    }
    const before = readFileSync(file)
    const says = `Cannot open the arena in ${folder}: its database belongs to another program`
    expect(saysOf(folder)).toEqual([says, says])
    expect(readFileSync(file)).toEqual(before)
  })

  test('can be opened without the files that SQLite and the lock make beside it', () => {
    const folder = newArena()
    for (const name of ['lock.db', 'arena.db-wal', 'arena.db-shm'])
      rmSync(join(folder, name), { force: true })
    expect(saysOf(folder)).toEqual([undefined, undefined])
  })
})

describe('checkStore', () => {
  const problemsOf = (folder: string) => must(checkStore(folder)).problems

  test('finds nothing wrong with an arena, also while it is used', () => {
    const folder = newFolder()
    using database = must(openDataFolder(folder))
    expect(problemsOf(folder)).toEqual([])
    database.exec('BEGIN IMMEDIATE')
    expect(problemsOf(folder)).toEqual([])
  })

  test.each([
    ['a gap in the log', `INSERT INTO log VALUES (2, 0, 'match-event', 1, '{}')`, /^entries are missing/],
    [
      'a table that does not follow',
      `INSERT INTO people VALUES (1, 'x', 'x', 'player', 0)`,
      /gamegrid store rebuild/,
    ],
  ])('finds %s', (_what, sql, says) => {
    const folder = newArena()
    {
      using database = openDatabase(join(folder, 'arena.db'))
      inTransaction(database, () => database.run(sql))
    }
    expect(problemsOf(folder)).toEqual([expect.stringMatching(says)])
  })

  test('finds an index that disagrees with its table', () => {
    const folder = newArena()
    {
      using database = openDatabase(join(folder, 'arena.db'))
      database.exec(
        `INSERT INTO people VALUES (1, 'aaaa', 'aaaa', 'player', 0); PRAGMA journal_mode = DELETE`,
      )
    }
    const file = join(folder, 'arena.db')
    const bytes = readFileSync(file)
    bytes.write('aaab', bytes.lastIndexOf('aaaa'))
    writeFileSync(file, bytes)
    expect(problemsOf(folder)).not.toEqual([])
    expect(problemsOf(folder)[0]).not.toMatch('rebuild')
  })
})
