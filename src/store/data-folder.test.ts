import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fail, must } from '../base/result.ts'
import { checkStore } from './check.ts'
import { inFolder, openDataFolder, readDataFolder } from './data-folder.ts'
import { inTransaction, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
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

  test('that is only read cannot be changed', () => {
    using database = must(readDataFolder(newArena()))
    expect(() => database.run('DELETE FROM people')).toThrow('readonly')
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

test('a data folder and the files in it belong to its owner alone', () => {
  const folder = newArena()
  const note = join(folder, 'note')
  writeFileSync(note, '')
  for (const path of [folder, note, join(folder, 'arena.db')]) chmodSync(path, 0o755)
  using _ = must(openDataFolder(folder))
  const modeOf = (path: string): number => statSync(path).mode & 0o777
  expect([folder, note, join(folder, 'arena.db'), join(folder, 'lock.db')].map(modeOf)).toEqual([
    0o700, 0o600, 0o600, 0o600,
  ])
})

// Linux lists the open files of a process.
test.runIf(existsSync('/proc/self/fd'))('a folder that cannot be opened is left closed and unlocked', () => {
  const folder = newArena()
  {
    using database = openDatabase(join(folder, 'arena.db'))
    database.exec('PRAGMA user_version = 1000')
  }
  expect(saysOf(folder)).toEqual(saysOf(folder))
  const open = readdirSync('/proc/self/fd').filter((handle) => {
    const path = join('/proc/self/fd', handle)
    return existsSync(path) && readlinkSync(path).startsWith(folder)
  })
  expect(open).toEqual([])
})

describe('inFolder', () => {
  /** An error with SQLite's code, or with that of the system. */
  const failing = (code: number | string) => () => {
    throw Object.assign(new Error('it failed'), typeof code === 'number' ? { errcode: code } : { code })
  }

  test.each<[number | string, string, string]>([
    ['EEXIST', 'store-not-a-folder', 'it is not a folder'],
    ['ENOTDIR', 'store-not-a-folder', 'it is not a folder'],
    ['EACCES', 'store-forbidden', 'it cannot be written'],
    ['EPERM', 'store-forbidden', 'it cannot be written'],
    ['EROFS', 'store-forbidden', 'it cannot be written'],
    ['ENOENT', 'store-forbidden', 'it cannot be written'],
    ['ENOSPC', 'store-full', 'its disk is full: make room and start again'],
    [5, 'store-busy', 'another program is using its arena.db'],
    [10, 'store-disk', 'its disk failed'],
    [11, 'store-damaged', 'its arena.db is damaged'],
    [13, 'store-full', 'its disk is full: make room and start again'],
    [19, 'store-refused', 'its arena.db is damaged'],
    [26, 'store-not-a-database', 'its arena.db is not a database'],
  ])('puts the failure %s into words', (error, code, why) => {
    expect(inFolder('/data', failing(error))).toEqual({
      ok: false,
      problem: { code, message: `Cannot open the arena in /data: ${why}` },
    })
  })

  test('passes on a problem with the name of the folder, and a bug as it is', () => {
    expect(inFolder('/data', () => fail('store-missing', 'there is none'))).toEqual({
      ok: false,
      problem: { code: 'store-missing', message: 'Cannot open the arena in /data: there is none' },
    })
    expect(() => inFolder('/data', failing('EMFILE'))).toThrow('it failed')
    expect(() =>
      inFolder('/data', () => {
        throw new TypeError('a bug')
      }),
    ).toThrow('a bug')
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

  test('says that an older gamegrid wrote it, counts its entries, and leaves it as it is', () => {
    const folder = newFolder()
    {
      using database = openDatabase(join(folder, 'arena.db'))
      must(migrate(database, MIGRATIONS.slice(0, -1)))
      database.run(`INSERT INTO log (time, kind, body) VALUES (1, 'key-revoked', '{}')`)
    }
    const before = readFileSync(join(folder, 'arena.db'))
    expect(must(checkStore(folder))).toEqual({
      entries: 1,
      problems: ['an older gamegrid wrote it, and the next start of the server migrates it'],
    })
    expect(readFileSync(join(folder, 'arena.db'))).toEqual(before)
  })

  test('finds no arena where there is none', () => {
    const folder = newFolder()
    expect(checkStore(folder)).toMatchObject({ ok: false, problem: { code: 'store-missing' } })
  })
})
