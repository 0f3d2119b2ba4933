import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { openDatabase, type Database } from './database.ts'
import { checkVersion, isCurrent, migrate } from './migrate.ts'
import { keyOrigins } from './migrations/7-key-origins.ts'
import { seasonMatches } from './migrations/20-season-matches.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { openStore } from './open-store.ts'
import { TABLES } from './projections.ts'
import { rebuildStore } from './rebuild.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()
const newFile = (): string => join(newFolder(), 'arena.db')

const schemaOf = (database: Database) => ({
  version: database.all('PRAGMA user_version'),
  schema: database.all('SELECT type, name, sql FROM sqlite_schema ORDER BY name'),
})

/** As the next ones could be. */
const LATER = [
  ...MIGRATIONS,
  'CREATE TABLE seasons (id INTEGER PRIMARY KEY) STRICT',
  'ALTER TABLE seasons ADD COLUMN name TEXT; ALTER TABLE people ADD COLUMN season INTEGER REFERENCES seasons',
]

describe('migrate', () => {
  test.each(LATER.map((_, version) => version))('brings version %i up to the newest', (version) => {
    using fresh = openDatabase(newFile())
    must(migrate(fresh, LATER))
    using database = openDatabase(newFile())
    if (version > 0) must(migrate(database, LATER.slice(0, version)))
    must(migrate(database, LATER))
    expect(schemaOf(database)).toEqual(schemaOf(fresh))
    must(migrate(database, LATER))
    expect(schemaOf(database)).toEqual(schemaOf(fresh))
  })

  test('leaves a database as it was when a step fails, and takes up where it stopped', () => {
    using database = openDatabase(newFile())
    must(migrate(database))
    const before = schemaOf(database)
    const broken = `CREATE TABLE seasons (id INTEGER PRIMARY KEY) STRICT;
      INSERT INTO people VALUES (1, 'half done', 'half done', 'player', 0); INSERT INTO nowhere VALUES (1)`
    expect(() => migrate(database, [...MIGRATIONS, broken])).toThrow('nowhere')
    expect(schemaOf(database)).toEqual(before)
    expect(database.all('SELECT * FROM people')).toEqual([])
    expect(migrate(database, LATER).ok).toBe(true)
  })

  test('ends old sessions whose key may have been revoked, just as working the log out again does', () => {
    const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(keyOrigins))
    const folder = newFolder()
    {
      using database = openDatabase(join(folder, 'arena.db'))
      must(migrate(database, before))
      const add = (time: number, kind: string, body: object): void =>
        void database.run('INSERT INTO log (time, kind, body) VALUES (?, ?, ?)', [
          time,
          kind,
          JSON.stringify(body),
        ])
      for (const person of [1001, 1002]) {
        add(1, 'person-registered', { person, name: `${person}`, role: 'player' })
        database.run('INSERT INTO people VALUES (?, ?, ?, ?, 1)', [
          person,
          `${person}`,
          `${person}`,
          'player',
        ])
      }
      const keys = [
        ['a', 1001, 'api', 9],
        ['b', 1001, 'session', null],
        ['c', 1002, 'session', null],
        ['d', 1001, 'session', 10],
        ['e', 1001, 'api', 8],
        ['f', 1001, 'session', 7],
      ] as const
      for (const [at, [key, person, use, revoked]] of keys.entries()) {
        add(2, 'key-issued', { key, person, hash: 'h', use })
        database.run('INSERT INTO keys VALUES (?, ?, ?, ?, ?, 2, NULL, ?)', [
          at + 3,
          key,
          person,
          'h',
          use,
          revoked,
        ])
      }
      for (const [time, key] of [
        [7, 'f'],
        [8, 'e'],
        [9, 'a'],
        [10, 'd'],
      ] as const)
        add(time, 'key-revoked', { key })
      add(11, 'key-issued', { key: 'g', person: 1001, hash: 'h', use: 'session' })
      database.run(`INSERT INTO keys VALUES (13, 'g', 1001, 'h', 'session', 11, NULL, NULL)`)
    }
    const states = (): unknown => {
      using store = must(openStore(folder))
      return [...'abcdefg'].map((id) => store.key(id)?.revoked)
    }
    expect(states()).toEqual([9, 9, undefined, 9, 8, 7, undefined])
    expect(must(rebuildStore(folder))).toMatchObject({ same: true })
    expect(states()).toEqual([9, 9, undefined, 9, 8, 7, undefined])
  })

  test('finds the first match of each season in the order of the log', () => {
    using database = openDatabase(newFile())
    must(migrate(database, MIGRATIONS.slice(0, MIGRATIONS.indexOf(seasonMatches))))
    const addMatch = (match: number): void =>
      void database.run(`INSERT INTO log (time, kind, match, body) VALUES (1, 'match-created', ?, '{}')`, [
        match,
      ])
    const begin = (challenge: string, season: number): void => {
      // The clock was set back meanwhile: times do not tell.
      const time = 100 - season
      const body = JSON.stringify({ challenge, season, name: `Season ${season}` })
      database.run(`INSERT INTO log (time, kind, body) VALUES (?, 'ladder-season-begun', ?)`, [time, body])
      database.run('INSERT INTO ladder_seasons (challenge, number, name, began) VALUES (?, ?, ?, ?)', [
        challenge,
        season,
        `Season ${season}`,
        time,
      ])
    }
    begin('quoridor', 2)
    for (const match of [1, 2, 3]) addMatch(match)
    begin('boost-tron', 2)
    begin('quoridor', 3)
    addMatch(4)
    begin('boost-tron', 3)
    must(migrate(database))
    expect(
      database.all('SELECT challenge, number, firstMatch FROM ladder_seasons ORDER BY challenge, number'),
    ).toEqual([
      { challenge: 'boost-tron', number: 2, firstMatch: 4 },
      { challenge: 'boost-tron', number: 3, firstMatch: 5 },
      { challenge: 'quoridor', number: 2, firstMatch: 1 },
      { challenge: 'quoridor', number: 3, firstMatch: 4 },
    ])
  })

  test('writes nothing into a database that has seen all migrations', () => {
    const file = newFile()
    using database = openDatabase(file, { timeoutMs: 0 })
    must(migrate(database))
    using writer = openDatabase(file)
    writer.exec('BEGIN IMMEDIATE')
    expect(migrate(database)).toEqual({ ok: true, value: undefined })
  })

  test('marks the file as ours, so that other programs can tell', () => {
    using database = openDatabase(newFile())
    must(migrate(database))
    const [mark] = database.all<{ application_id: number }>('PRAGMA application_id')
    expect(Buffer.from((mark?.application_id ?? 0).toString(16), 'hex').toString()).toBe('grid')
    expect([checkVersion(database), isCurrent(database)]).toEqual([
      { ok: true, value: MIGRATIONS.length },
      true,
    ])
  })

  test('knows an empty file and an older version by the migrations that they have seen', () => {
    using empty = openDatabase(newFile())
    expect([checkVersion(empty), isCurrent(empty)]).toEqual([{ ok: true, value: 0 }, false])
    using older = openDatabase(newFile())
    must(migrate(older, MIGRATIONS.slice(0, 3)))
    expect([checkVersion(older), isCurrent(older)]).toEqual([{ ok: true, value: 3 }, false])
  })

  test('refuses a database of a newer version', () => {
    using database = openDatabase(newFile())
    must(migrate(database, LATER))
    expect(migrate(database)).toMatchObject({ ok: false, problem: { code: 'store-newer' } })
  })

  test.each([
    ['tables', 'CREATE TABLE recipes (name TEXT)'],
    ['a version', 'PRAGMA user_version = 1'],
    ['a mark', 'PRAGMA application_id = 252006673'],
  ])('refuses a database in which another program has left %s', (_what, script) => {
    using database = openDatabase(newFile())
    database.exec(script)
    const before = schemaOf(database)
    expect(migrate(database)).toMatchObject({ ok: false, problem: { code: 'store-foreign' } })
    expect(schemaOf(database)).toEqual(before)
  })

  test('makes no table that is neither the log nor a known projection, and only strict ones', () => {
    using database = openDatabase(newFile())
    must(migrate(database))
    const tables = database.all<{ name: string; strict: number }>(
      `SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name <> 'sqlite_schema'`,
    )
    expect(tables.map(({ name }) => name).sort()).toEqual(['log', ...TABLES.map(({ table }) => table)].sort())
    expect(tables.every(({ strict }) => strict === 1)).toBe(true)
  })

  test.each([
    ['changed', `UPDATE log SET body = '{}'`],
    ['shortened', 'DELETE FROM log'],
    ['shortened', `INSERT OR REPLACE INTO log VALUES (1, 0, 'x', NULL, '{}')`],
  ])('makes a log that is never %s', (_what, sql) => {
    using database = openDatabase(newFile())
    must(migrate(database))
    database.run(`INSERT INTO log (time, kind, body) VALUES (0, 'key-revoked', '{"key":"a"}')`)
    const before = database.all('SELECT * FROM log')
    expect(() => database.run(sql)).toThrow('the log is never')
    expect(database.all('SELECT * FROM log')).toEqual(before)
  })
})
