import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openStore } from '../../src/store/open-store.ts'
import { gamegrid } from './run.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-cli-store-'))
  using store = must(openStore(join(home, 'gamegrid-data')))
  store.append({ kind: 'person-registered', person: 1001, name: 'Ada', role: 'player' })
})
afterAll(() => rmSync(home, { recursive: true }))

const store = (...args: readonly string[]) => gamegrid(['store', ...args], { cwd: home })

describe('gamegrid store', () => {
  test('checks the arena in the working folder', async () => {
    expect(await store('check')).toEqual({
      code: 0,
      out: 'The arena in gamegrid-data is sound: all its tables follow from 1 entry\n',
      err: '',
    })
  })

  test('makes a backup that is an arena', async () => {
    expect(await store('backup', 'copy/arena.db')).toEqual({
      code: 1,
      out: '',
      err: 'gamegrid: Cannot back up to copy/arena.db: it cannot be written\n',
    })
    const made = await store('backup', 'copy.db')
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/^The arena in gamegrid-data is backed up to copy\.db: \d+ bytes\n$/)
    expect(await store('backup', 'copy.db')).toMatchObject({
      code: 1,
      err: 'gamegrid: Cannot back up to copy.db: it exists already\n',
    })
  })

  test('finds tables that do not follow from the log, and works them out again', async () => {
    const data = join(home, 'changed')
    must(openStore(data))[Symbol.dispose]()
    {
      using database = openDatabase(join(data, 'arena.db'))
      database.run(`INSERT INTO people VALUES (1, 'Mallory', 'mallory', 'organiser', 0)`)
    }
    expect(await store('check', '--data', data)).toEqual({
      code: 1,
      out: '',
      err: `gamegrid: ${data}: its tables do not follow from its log: gamegrid store rebuild works them out again\n`,
    })
    const rebuilt = await store('rebuild', '--data', data)
    expect(rebuilt).toMatchObject({ code: 0, err: '' })
    expect(rebuilt.out).toMatch(/^Derived all tables from 0 entries: they were wrong, and are right now\n/)
    expect((await store('rebuild', '--data', data)).out).toMatch(/they are as before\n/)
    expect(await store('check', '--data', data)).toMatchObject({ code: 0 })
  })

  test('restores the database of a server that was killed with all that it has in its write-ahead log', async () => {
    const aside = join(home, 'replaced-1')
    {
      using killed = must(openStore(join(home, 'killed')))
      killed.append({ kind: 'person-registered', person: 1001, name: 'Ada', role: 'player' })
      await killed.settled()
      cpSync(join(home, 'killed'), aside, { recursive: true })
    }
    expect(readdirSync(aside)).toContain('arena.db-wal')
    expect(await store('restore', join(aside, 'arena.db'), '--data', 'restored')).toMatchObject({ code: 0 })
    expect(await store('check', '--data', 'restored')).toMatchObject({
      out: 'The arena in restored is sound: all its tables follow from 1 entry\n',
    })
  })

  test.each([
    [['check', '--data', 'nowhere'], 1, 'Cannot open the arena in nowhere: there is none'],
    [['rebuild', '--data', 'nowhere'], 1, 'Cannot open the arena in nowhere: there is none'],
    [['backup', 'x', '--data', 'nowhere'], 1, 'Cannot open the arena in nowhere: there is none'],
    [['backup'], 2, `missing required argument 'file'`],
    [['rebild'], 2, `unknown command 'rebild': did you mean rebuild?`],
    [['check', '--dat', 'x'], 2, `unknown option '--dat': did you mean --data?`],
  ])('%j is refused in one sentence', async (args, code, says) => {
    expect(await store(...args)).toEqual({ code, out: '', err: `gamegrid: ${says}\n` })
    expect(existsSync(join(home, 'nowhere'))).toBe(false)
  })
})
