import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { readDataFolder } from './data-folder.ts'
import { ALL, created, house, http, newStores, over, person, tell } from './new-store.fixture.ts'
import { openStore } from './open-store.ts'
import type { LogEntry } from './store.ts'
import { tempFolders } from './temp-folders.fixture.ts'
import { findSalts } from './write-ahead-log.ts'

const newFolder = tempFolders()
const newStore = newStores()

describe('what was appended together', () => {
  const logOf = (folder: string): number => {
    using database = must(readDataFolder(folder))
    return database.all('SELECT * FROM log').length
  }

  test('is read at once, and is on disk together at the end of the turn', async () => {
    const folder = newFolder()
    using store = newStore(folder)
    expect(store.settled()).toBeUndefined()
    expect([store.append(person(1001)), store.append(person(1002))]).toEqual([1, 2])
    expect(store.people(ALL).map(({ id }) => id)).toEqual([1001, 1002])
    expect(logOf(folder)).toBe(0)
    const settled = store.settled()
    store.append(person(1003))
    expect(store.settled()).toBe(settled)
    await settled
    expect(logOf(folder)).toBe(3)
    expect(store.settled()).toBeUndefined()
  })

  test('calls back when it is on disk, in order, and at once when it is already', async () => {
    const folder = newFolder()
    using store = newStore(folder)
    const calls: [string, number][] = []
    const call = (name: string) => () => void calls.push([name, logOf(folder)])
    store.afterCommit(call('nothing to wait for'))
    store.append(person(1001))
    store.afterCommit(call('first'))
    store.append(person(1002))
    store.afterCommit(call('second'))
    expect(calls).toEqual([['nothing to wait for', 0]])
    await store.settled()
    expect(calls.slice(1)).toEqual([
      ['first', 2],
      ['second', 2],
    ])
  })

  test('may lead to more, which is on disk a turn later', async () => {
    const folder = newFolder()
    using store = newStore(folder)
    const calls: [string, number][] = []
    store.append(person(1001))
    store.afterCommit(() => {
      store.append(person(1002))
      store.afterCommit(() => calls.push(['more', logOf(folder)]))
    })
    store.afterCommit(() => calls.push(['before', logOf(folder)]))
    await store.settled()
    await store.settled()
    expect(calls).toEqual([
      ['before', 1],
      ['more', 2],
    ])
  })

  test('is on disk when the store is closed, and nothing more comes', () => {
    const folder = newFolder()
    const store = newStore(folder)
    let isCalled = false
    store.append(person(1001))
    store.afterCommit(() => {
      isCalled = true
    })
    store[Symbol.dispose]()
    expect(isCalled).toBe(true)
    expect(logOf(folder)).toBe(1)
    expect(() => store.append(person(1002))).toThrow('the store is closed')
    expect(logOf(folder)).toBe(1)
  })

  test.each<[string, LogEntry]>([
    ['a number that is taken', person(1001, 'other')],
    ['a name that is taken', person(1002, 'person 1001')],
    ['a key of nobody', { kind: 'key-issued', key: 'k', person: 9, hash: '', use: 'api' }],
    ['an unknown key', { kind: 'key-revoked', key: 'k' }],
    ['an unknown invitation', { kind: 'invitation-used', invitation: 'i', person: 1001 }],
    ['a version of no bot', { kind: 'version-judged', bot: 1, version: 1, passed: true, report: '' }],
    ['a match with nobody', created(2, [http(1002), house])],
    ['a third player', { kind: 'match-joined', match: 1, player: house }],
    ['a second start', { kind: 'match-started', match: 1 }],
    ['an unknown match', { kind: 'round-over', match: 2, score: [0, 0] }],
  ])('leaves out %s, which is a bug, and keeps the rest', async (_what, entry) => {
    const folder = newFolder()
    {
      using store = newStore(folder)
      tell(store, person(1001), created(1, [http(1001), house]), { kind: 'match-started', match: 1 })
      const matches = store.matches({}, ALL)
      expect(() => store.append(entry)).toThrow()
      expect(store.matches({}, ALL)).toEqual(matches)
      expect(store.people(ALL)).toHaveLength(1)
      expect(store.append(over(1, 0))).toBe(4)
      await store.settled()
      expect(() => store.append(over(1, 0))).toThrow('match-over')
      expect(store.tallies('boost-tron', ALL)).toMatchObject([{ played: 1 }])
    }
    expect(logOf(folder)).toBe(4)
  })
})

describe('a store', () => {
  test('tells those who watch an entry of its kind at once, until they stop', () => {
    using store = newStore()
    const seen: string[] = []
    const stop = store.watch(['person-registered', 'match-created'], () =>
      seen.push(`first at ${store.last}`),
    )
    store.watch(['person-registered'], () => seen.push(`second at ${store.last}`))
    store.append(person(1001))
    expect(seen.splice(0)).toEqual(['first at 1', 'second at 1'])
    tell(store, created(1, [http(1001), house]), { kind: 'match-started', match: 1 })
    expect(seen.splice(0)).toEqual(['first at 2'])
    stop()
    tell(store, person(1002), created(2, [house, house]))
    expect(seen).toEqual(['second at 4'])
    expect(() => store.append(person(1002))).toThrow()
    expect(seen).toHaveLength(1)
  })

  test('finds what was not there before', () => {
    using store = newStore()
    expect([store.person(1001), store.key('k')]).toEqual([undefined, undefined])
    tell(store, person(1001), { kind: 'key-issued', key: 'k', person: 1001, hash: 'h', use: 'api' })
    expect([store.person(1001)?.id, store.key('k')?.person]).toEqual([1001, 1001])
    expect(store.person(1001)).toEqual(store.person(1001))
    expect([store.last, store.isFull]).toEqual([2, false])
  })

  test('shows a match as its last entry left it, whether or not it was read before', () => {
    using store = newStore()
    const look = (): unknown => [
      store.match(1)?.status,
      store.match(1)?.score,
      store.match(1)?.players.length,
    ]
    const steps: [entry: LogEntry, expected: unknown][] = [
      [created(1, [house]), ['open', [0, 0], 1]],
      [{ kind: 'match-joined', match: 1, player: house }, ['waiting', [0, 0], 2]],
      [{ kind: 'match-started', match: 1 }, ['playing', [0, 0], 2]],
      [{ kind: 'match-event', match: 1, event: { kind: 'ready', seat: 0, at: 5 } }, ['playing', [0, 0], 2]],
      [{ kind: 'round-over', match: 1, score: [1, 0] }, ['playing', [1, 0], 2]],
      [over(1, 0), ['over', [2, 1], 2]],
    ]
    expect(look()).toEqual([undefined, undefined, undefined])
    for (const [entry, expected] of steps) {
      store.append(entry)
      expect(look()).toEqual(expected)
      expect(store.match(1)).toBe(store.match(1))
    }
    // An entry that does not follow from the log changes nothing.
    expect(() => store.append(over(1, 1))).toThrow()
    expect(look()).toEqual(['over', [2, 1], 2])
  })

  test('leaves the mark of an orderly end only while it is closed, and only if it has not failed', async () => {
    const folder = newFolder()
    const hasMark = () => existsSync(join(folder, 'closed.json'))
    const store = newStore(folder)
    store.append(person(1001))
    store[Symbol.dispose]()
    expect(hasMark()).toBe(true)
    const failures: unknown[] = []
    {
      using again = must(openStore(folder, { onFailure: (error) => void failures.push(error) }))
      expect(hasMark()).toBe(false)
      rmSync(join(folder, 'arena.db-wal'))
      again.append(person(1002))
    }
    expect(failures).toHaveLength(1)
    expect(hasMark()).toBe(false)
  })

  test('moves its write-ahead log into the database when the log is as long as it is told', async () => {
    const folder = newFolder()
    using store = must(openStore(folder, { longLogBytes: 1, now: () => 7 }))
    store.append(person(1001))
    await store.settled()
    const salts = () => findSalts(join(folder, 'arena.db'))
    const old = salts()
    await expect.poll(salts, { timeout: 20_000, interval: 5 }).not.toBe(old)
    expect(store.person(1001)?.created).toBe(7)
  })
})
