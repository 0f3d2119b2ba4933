import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { MatchEvent } from '../match/match.ts'
import { readDataFolder } from './data-folder.ts'
import type { LogEntry, MatchPlayer } from './entries.ts'
import { openStore } from './open-store.ts'
import { RULES } from './rules.fixture.ts'
import type { Store } from './store.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()
const ALL = { limit: 100 }

/** A store whose time is 1, 2, 3 … */
function newStore(folder = newFolder()): Store {
  let time = 0
  return must(openStore(folder, { now: () => ++time }))
}

const person = (id: number, name = `person ${id}`): LogEntry => ({
  kind: 'person-registered',
  person: id,
  name,
  role: 'player',
})

const http = (id: number): MatchPlayer => ({ kind: 'http', name: `person ${id}`, person: id })
const house: MatchPlayer = { kind: 'house', name: 'Random', brain: 'random' }

const created = (
  match: number,
  players: readonly [MatchPlayer, MatchPlayer?],
  challenge = 'boost-tron',
): LogEntry => ({
  kind: 'match-created',
  match,
  challenge,
  gameVersion: 3,
  settings: { width: 20 },
  rules: RULES,
  seed: Number.MAX_SAFE_INTEGER,
  players,
  origin: 'challenge',
})

const over = (match: number, winner: 0 | 1 | undefined, isVoid = false): LogEntry => ({
  kind: 'match-over',
  match,
  score: [2, 1],
  winner,
  void: isVoid,
  end: 'won by a crash',
})

function tell(store: Store, ...entries: readonly LogEntry[]): void {
  for (const entry of entries) store.append(entry)
}

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
  test('counts on from what is there', () => {
    using store = newStore()
    const next = () => [store.nextPerson(), store.nextBot(), store.nextMatch()]
    expect(next()).toEqual([1001, 1, 1])
    store.append(person(1000))
    expect(next()).toEqual([1001, 1, 1])
    tell(store, person(1001), created(1, [house, house]), {
      kind: 'bot-registered',
      bot: 1,
      person: 1001,
      challenge: 'quoridor',
      name: 'b',
    })
    expect(next()).toEqual([1002, 2, 2])
  })

  test('knows people by number and by name, page by page', () => {
    using store = newStore()
    tell(store, person(1001, 'Ada'), person(1002, "O'Hara; --"), person(1003, 'Zoë 𝛑'))
    expect(store.person(1002)).toEqual({ id: 1002, name: "O'Hara; --", role: 'player', created: 2 })
    expect(store.personNamed('Zoë 𝛑')?.id).toBe(1003)
    expect(store.personNamed('zoë 𝛑')?.id).toBe(1003)
    expect(store.personNamed('nobody')).toBeUndefined()
    expect(store.person(7)).toBeUndefined()
    expect(store.people({ after: 1001, limit: 1 }).map(({ id }) => id)).toEqual([1002])
  })

  test('knows keys, and which of them are still good', () => {
    using store = newStore()
    tell(
      store,
      person(1001),
      { kind: 'key-issued', key: 'zz', person: 1001, hash: 'h1', use: 'api' },
      { kind: 'key-issued', key: 'aa', person: 1001, hash: 'h2', use: 'session', expires: 99 },
      { kind: 'key-issued', key: 'mm', person: 1001, hash: 'h3', use: 'api' },
      { kind: 'key-revoked', key: 'mm' },
    )
    expect(store.key('mm')).toStrictEqual({
      id: 'mm',
      person: 1001,
      hash: 'h3',
      use: 'api',
      created: 4,
      expires: undefined,
      revoked: 5,
      from: undefined,
    })
    expect(store.keysOf(1001).map(({ id, expires }) => [id, expires])).toEqual([
      ['zz', undefined],
      ['aa', 99],
    ])
    expect(() => store.append({ kind: 'key-revoked', key: 'mm' })).toThrow('key-revoked')
  })

  test('knows an invitation until it is used, once', () => {
    using store = newStore()
    tell(store, person(1001), { kind: 'invitation-issued', invitation: 'i', hash: 'h' })
    expect(store.openInvitations()).toEqual([{ id: 'i', hash: 'h', created: 2 }])
    const used: LogEntry = { kind: 'invitation-used', invitation: 'i', person: 1001 }
    store.append(used)
    expect(store.openInvitations()).toEqual([])
    expect(() => store.append(used)).toThrow('invitation-used')
  })

  test('plays the newest version of a bot that passed', () => {
    using store = newStore()
    const judged = (version: number, passed: boolean): LogEntry => ({
      kind: 'version-judged',
      bot: 1,
      version,
      passed,
      report: 'seen',
    })
    tell(store, person(1001), person(1002))
    for (const [bot, owner, challenge] of [
      [1, 1001, 'quoridor'],
      [2, 1002, 'quoridor'],
      [3, 1001, 'boost-tron'],
    ] as const)
      store.append({ kind: 'bot-registered', bot, person: owner, challenge, name: 'b' })
    const source = { kind: 'upload', archive: 'sha', bytes: 12, build: ['make'], run: './bot' } as const
    for (const version of [1, 2, 3]) store.append({ kind: 'version-added', bot: 1, version, source })
    expect(store.bot(1)?.plays).toBeUndefined()
    expect(store.unjudgedVersions().map(({ version }) => version)).toEqual([1, 2, 3])
    tell(store, judged(2, true), judged(1, true), judged(3, false))
    expect(store.bot(1)).toEqual({
      id: 1,
      person: 1001,
      challenge: 'quoridor',
      name: 'b',
      created: 3,
      plays: 2,
    })
    expect(store.unjudgedVersions()).toEqual([])
    expect(store.versions(1).map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
    expect(store.version(1, 3)).toStrictEqual({
      bot: 1,
      version: 3,
      source,
      created: 8,
      status: 'failed',
      report: 'seen',
      run: undefined,
      wire: undefined,
      log: undefined,
    })
    const ids = (...args: Parameters<Store['bots']>) => store.bots(...args).map(({ id }) => id)
    expect(ids({}, ALL)).toEqual([1, 2, 3])
    expect(ids({ person: 1001 }, ALL)).toEqual([1, 3])
    expect(ids({ challenge: 'quoridor' }, { after: 1, limit: 5 })).toEqual([2])
    expect(ids({ person: 1001, challenge: 'boost-tron' }, ALL)).toEqual([3])
  })

  test('follows a match from an open challenge to its end', () => {
    using store = newStore()
    tell(store, person(1001), person(1002), created(1, [http(1001)]))
    expect(store.match(1)).toStrictEqual({
      id: 1,
      challenge: 'boost-tron',
      gameVersion: 3,
      settings: { width: 20 },
      rules: RULES,
      seed: Number.MAX_SAFE_INTEGER,
      origin: 'challenge',
      status: 'open',
      players: [http(1001)],
      score: [0, 0],
      winner: undefined,
      void: false,
      end: undefined,
      created: 3,
      started: undefined,
      ended: undefined,
    })
    expect(store.unfinishedMatches()).toEqual([])
    store.append({ kind: 'match-joined', match: 1, player: http(1002) })
    expect(store.match(1)).toMatchObject({ status: 'waiting', players: [http(1001), http(1002)] })
    expect(store.unfinishedMatches()).toHaveLength(1)
    store.append({ kind: 'match-started', match: 1 })
    store.append({ kind: 'round-over', match: 1, score: [0, 1] })
    expect(store.match(1)).toMatchObject({ status: 'playing', score: [0, 1], started: 5 })
    store.append(over(1, 0))
    expect(store.match(1)).toMatchObject({
      status: 'over',
      score: [2, 1],
      winner: 0,
      void: false,
      end: 'won by a crash',
      ended: 7,
    })
    expect(store.unfinishedMatches()).toEqual([])
  })

  test('lists matches newest first, by what is asked for', () => {
    using store = newStore()
    tell(store, person(1001), person(1002))
    tell(
      store,
      created(1, [http(1001), http(1002)]),
      created(2, [http(1002), http(1002)], 'quoridor'),
      created(3, [http(1001)]),
      created(4, [house, { kind: 'bot', name: 'b', person: 1001, bot: 1, version: 1 }], 'quoridor'),
      { kind: 'match-joined', match: 3, player: http(1002) },
      { kind: 'match-started', match: 1 },
    )
    const ids = (...args: Parameters<Store['matches']>) => store.matches(...args).map(({ id }) => id)
    expect(ids({}, ALL)).toEqual([4, 3, 2, 1])
    expect(ids({}, { limit: 2 })).toEqual([4, 3])
    expect(ids({}, { after: 3, limit: 2 })).toEqual([2, 1])
    expect(ids({ person: 1001 }, ALL)).toEqual([4, 3, 1])
    expect(ids({ person: 1002 }, { after: 3, limit: 1 })).toEqual([2])
    expect(ids({ status: 'waiting' }, ALL)).toEqual([4, 3, 2])
    expect(ids({ status: 'waiting', challenge: 'quoridor', person: 1001 }, ALL)).toEqual([4])
    expect(store.unfinishedMatches().map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  test('gives the events of a match back as they came', () => {
    using store = newStore()
    const events: readonly MatchEvent[] = [
      { kind: 'ready', seat: 0, at: 0 },
      { kind: 'answered', seat: 1, text: 'e2\u0000\ud800"\n𝛑', at: 12, spent: { wall: 0.125, cpu: 3 } },
      { kind: 'left', seat: 0, cause: 'crashed', at: 13 },
      { kind: 'voided', why: 'restarted', at: 14, restart: true },
    ]
    for (const event of events) {
      store.append({ kind: 'match-event', match: 7, event })
      store.append({ kind: 'match-event', match: 8, event: { kind: 'ticked', at: 1 } })
    }
    expect(store.eventsOf(7)).toStrictEqual(events)
    expect(store.eventsOf(8)).toHaveLength(4)
    expect(store.eventsOf(9)).toEqual([])
  })

  test('tallies who won, and leaves out what counts for nobody', () => {
    using store = newStore()
    tell(store, person(1001), person(1002), person(1003))
    const both = [http(1001), http(1002)] as const
    tell(store, created(1, both), over(1, 1), created(2, both), over(2, undefined))
    tell(store, created(3, [house, http(1001)]), over(3, 1))
    tell(store, created(4, both), over(4, 0, true))
    tell(store, created(5, [http(1002), http(1002)]), over(5, 0))
    tell(store, created(6, both, 'quoridor'), over(6, 0))
    tell(store, created(7, [http(1003)]), over(7, undefined, true))
    expect(store.tallies('boost-tron', ALL)).toEqual([
      { person: 1001, name: 'person 1001', played: 3, won: 1, drawn: 1, lost: 1 },
      { person: 1002, name: 'person 1002', played: 2, won: 1, drawn: 1, lost: 0 },
    ])
    expect(store.tallies('boost-tron', { after: 1001, limit: 1 })).toMatchObject([{ person: 1002 }])
    expect(store.tallies('quoridor', ALL)).toMatchObject([
      { person: 1001, won: 1 },
      { person: 1002, lost: 1 },
    ])
  })
})
