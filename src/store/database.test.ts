import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseFailure, findDamage, inTransaction, openDatabase, type Database } from './database.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()
const newFile = (): string => join(newFolder(), 'file.db')

/** A database with one table. */
function newDatabase(file = newFile()): Database {
  const database = openDatabase(file)
  database.exec('CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT UNIQUE) STRICT')
  return database
}

const wordsOf = (database: Database) => database.all<{ word: string }>('SELECT word FROM words ORDER BY id')

/** What a call throws. */
function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}

describe('a database', () => {
  test('gives rows as plain objects, with undefined for NULL', () => {
    using database = newDatabase()
    const add = (word: string | null) => database.run('INSERT INTO words (word) VALUES (?)', [word])
    expect([add('a'), add(null)]).toEqual([
      { changes: 1, row: 1 },
      { changes: 1, row: 2 },
    ])
    const rows = [
      { id: 1, word: 'a' },
      { id: 2, word: undefined },
    ]
    expect(database.all('SELECT * FROM words ORDER BY id')).toStrictEqual(rows)
    expect([...database.each('SELECT * FROM words ORDER BY id')]).toStrictEqual(rows)
    expect([...database.each('SELECT * FROM words WHERE id = ?', [2])]).toStrictEqual(rows.slice(1))
    expect(database.run('UPDATE words SET word = NULL')).toMatchObject({ changes: 2 })
  })

  test('waits five seconds for another connection, or as long as it is told', () => {
    const file = newFile()
    using database = newDatabase(file)
    using hasty = openDatabase(file, { timeoutMs: 0 })
    const timeoutOf = (one: Database) => one.all('PRAGMA busy_timeout')
    expect([timeoutOf(database), timeoutOf(hasty)]).toEqual([[{ timeout: 5000 }], [{ timeout: 0 }]])
  })

  test('is made where there is none, but not to read it', () => {
    const file = newFile()
    expect(databaseFailure(thrownBy(() => openDatabase(file, { readOnly: true })))).toBe('forbidden')
    expect(existsSync(file)).toBe(false)
    newDatabase(file)[Symbol.dispose]()
    expect(existsSync(file)).toBe(true)
  })

  test('can be closed twice, and is closed then', () => {
    const database = newDatabase()
    database[Symbol.dispose]()
    database[Symbol.dispose]()
    expect(() => wordsOf(database)).toThrow('not open')
  })

  test('is copied as it is then', async () => {
    const target = newFile()
    using database = newDatabase()
    database.run(`INSERT INTO words (word) VALUES ('a')`)
    await database.copyTo(target)
    database.run(`INSERT INTO words (word) VALUES ('b')`)
    using copy = openDatabase(target)
    expect(wordsOf(copy)).toEqual([{ word: 'a' }])
  })
})

describe('a transaction', () => {
  test('keeps all changes and gives the value, or keeps none and throws the error', () => {
    using database = newDatabase()
    const add = (word: string) => database.run('INSERT INTO words (word) VALUES (?)', [word])
    const added = inTransaction(database, () => {
      expect(database.isTransaction).toBe(true)
      return add('a').row
    })
    expect(added).toBe(1)
    expect(database.isTransaction).toBe(false)
    expect(() =>
      inTransaction(database, () => {
        add('b')
        throw new Error('no b')
      }),
    ).toThrow('no b')
    expect(database.isTransaction).toBe(false)
    expect(wordsOf(database)).toEqual([{ word: 'a' }])
  })

  test('that SQLite has ended itself throws what ended it', () => {
    using database = newDatabase()
    expect(() =>
      inTransaction(database, () => {
        database.exec('ROLLBACK')
        throw new Error('the disk is full')
      }),
    ).toThrow('the disk is full')
  })
})

describe('databaseFailure', () => {
  const locked = (file: string): unknown => {
    using holder = newDatabase(file)
    holder.exec('BEGIN EXCLUSIVE')
    using database = openDatabase(file, { timeoutMs: 0 })
    return thrownBy(() => wordsOf(database))
  }
  const refused = (file: string): unknown => {
    using database = newDatabase(file)
    database.run(`INSERT INTO words (word) VALUES ('a')`)
    return thrownBy(() => database.run(`INSERT INTO words (word) VALUES ('a')`))
  }
  const full = (file: string): unknown => {
    using database = newDatabase(file)
    database.exec('PRAGMA max_page_count = 3')
    return thrownBy(() => database.run('INSERT INTO words (word) VALUES (?)', ['a'.repeat(100_000)]))
  }
  const damaged = (file: string): unknown => {
    newDatabase(file)[Symbol.dispose]()
    const bytes = readFileSync(file)
    bytes.fill(0xaa, 100, 4096)
    writeFileSync(file, bytes)
    using database = openDatabase(file)
    return thrownBy(() => wordsOf(database))
  }
  const foreign = (file: string): unknown => {
    writeFileSync(file, 'no database '.repeat(1000))
    using database = openDatabase(file)
    return thrownBy(() => wordsOf(database))
  }
  const unwritable = (file: string): unknown => {
    newDatabase(file)[Symbol.dispose]()
    using database = openDatabase(file, { readOnly: true })
    return thrownBy(() => database.run('DELETE FROM words'))
  }
  const misspelt = (file: string): unknown => {
    using database = newDatabase(file)
    return thrownBy(() => database.run('SELEKT'))
  }

  test.each<[string | undefined, (file: string) => unknown]>([
    ['busy', locked],
    ['refused', refused],
    ['full', full],
    ['damaged', damaged],
    ['not-a-database', foreign],
    ['forbidden', unwritable],
    ['forbidden', (file) => thrownBy(() => openDatabase(join(file, 'no', 'folder')))],
    [undefined, misspelt],
  ])('tells that it is %s by SQLite’s own error', (failure, provoke) => {
    const error = provoke(newFile())
    expect(error).toBeInstanceOf(Error)
    expect(databaseFailure(error)).toBe(failure)
  })

  // No test can make a disk fail: these are SQLITE_PERM, SQLITE_IOERR, and SQLITE_IOERR_FSYNC, which extends it.
  test.each([
    [3, 'forbidden'],
    [10, 'disk'],
    [1034, 'disk'],
  ])('reads the code %i as %s', (errcode, failure) => {
    expect(databaseFailure(Object.assign(new Error('it failed'), { errcode }))).toBe(failure)
  })

  test('is undefined for what is no error of SQLite', () => {
    expect([new Error('x'), { errcode: 13 }, undefined].map(databaseFailure)).toEqual(
      Array(3).fill(undefined),
    )
  })
})

describe('findDamage', () => {
  /** A database whose index disagrees with its table. */
  function newDisagreeing(): Database {
    const file = newFile()
    {
      using database = newDatabase(file)
      database.run(`INSERT INTO words (word) VALUES ('aaaa')`)
    }
    const bytes = readFileSync(file)
    bytes.write('aaab', bytes.lastIndexOf('aaaa'))
    writeFileSync(file, bytes)
    return openDatabase(file)
  }

  test('finds nothing in a sound file', () => {
    using database = newDatabase()
    expect([findDamage(database), findDamage(database, 'quick')]).toEqual([[], []])
  })

  test('compares indexes with their tables, unless it must be quick', () => {
    using database = newDisagreeing()
    expect(findDamage(database)).not.toEqual([])
    expect(findDamage(database, 'whole')).toEqual(findDamage(database))
    expect(findDamage(database, 'quick')).toEqual([])
  })
})
