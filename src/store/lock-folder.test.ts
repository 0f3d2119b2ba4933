import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { openDatabase } from './database.ts'
import { LOCK_HOLDER, lockFolder } from './lock-folder.ts'
import { openStore } from './open-store.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

test('a lock names its process, for its owner alone, and leaves no name when it is released', () => {
  const folder = newFolder()
  const holder = join(folder, LOCK_HOLDER)
  {
    using _ = must(lockFolder(folder))
    expect(JSON.parse(readFileSync(holder, 'utf8'))).toEqual({ pid: process.pid })
    for (const path of [holder, join(folder, 'lock.db')]) expect(statSync(path).mode & 0o777).toBe(0o600)
  }
  expect(existsSync(holder)).toBe(false)
  must(lockFolder(folder))[Symbol.dispose]()
})

test.each<[string, (holder: string) => void, string]>([
  ['the process', () => {}, `another gamegrid (process ${process.pid}) is using it`],
  ['no process where no name is', (holder) => rmSync(holder), 'another gamegrid is using it'],
  [
    'no process where the name cannot be read',
    (holder) => writeFileSync(holder, '12'),
    'another gamegrid is using it',
  ],
  [
    'no process where the name is no number',
    (holder) => writeFileSync(holder, '{"pid":"init"}'),
    'another gamegrid is using it',
  ],
])('a second lock is refused, and tells %s', (_what, change, message) => {
  const folder = newFolder()
  const holder = join(folder, LOCK_HOLDER)
  using _ = must(lockFolder(folder))
  change(holder)
  const before = existsSync(holder)
  expect(lockFolder(folder)).toEqual({ ok: false, problem: { code: 'store-busy', message } })
  expect(existsSync(holder)).toBe(before)
})

test.each<[string, (file: string) => void]>([
  ['is no database', (file) => writeFileSync(file, 'no database '.repeat(1000))],
  [
    'was cut',
    (file) => {
      {
        using database = openDatabase(file)
        database.exec('CREATE TABLE note (text); INSERT INTO note VALUES (zeroblob(20000))')
      }
      truncateSync(file, 5000)
    },
  ],
])('a lock file that %s is called damaged, not the database of the arena, and stays as it is', (_, spoil) => {
  const folder = newFolder()
  must(openStore(folder))[Symbol.dispose]()
  const file = join(folder, 'lock.db')
  spoil(file)
  const bytes = readFileSync(file)
  const message = `Cannot open the arena in ${folder}: its lock.db is damaged: remove that file, it has no data`
  expect(openStore(folder)).toEqual({ ok: false, problem: { code: 'store-foreign', message } })
  expect(readFileSync(file)).toEqual(bytes)
})

test('a name that cannot be written is an error, and the folder stays free', () => {
  const folder = newFolder()
  const holder = join(folder, LOCK_HOLDER)
  mkdirSync(holder)
  expect(() => lockFolder(folder)).toThrow('EISDIR')
  rmSync(holder, { recursive: true })
  must(lockFolder(folder))[Symbol.dispose]()
})
