import { expect, test } from 'vitest'
import type { MatchEvent } from '../../match/match.ts'
import { ALL, created, house, http, newStores, over, person, tell } from '../new-store.fixture.ts'
import { RULES } from '../rules.fixture.ts'
import type { LogEntry, Store } from '../store.ts'

const newStore = newStores()

test('numbers count on from what is there', () => {
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

test('a match goes from an open invitation to its end', () => {
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
    starter: undefined,
    invited: undefined,
    rematchOf: undefined,
    fingerprints: undefined,
  })
  expect(store.unfinishedMatches()).toEqual([])
  store.append({ kind: 'match-joined', match: 1, player: http(1002) })
  expect(store.match(1)).toMatchObject({ status: 'waiting', players: [http(1001), http(1002)] })
  expect(store.unfinishedMatches()).toHaveLength(1)
  store.append({ kind: 'match-started', match: 1 })
  store.append({ kind: 'round-over', match: 1, score: [0, 1] })
  expect(store.match(1)).toMatchObject({ status: 'playing', score: [0, 1], started: 5 })
  store.append(over(1, 0, false, ['0f', '1e']))
  expect(store.match(1)).toMatchObject({
    status: 'over',
    score: [2, 1],
    winner: 0,
    void: false,
    end: 'won by a crash',
    ended: 7,
    fingerprints: ['0f', '1e'],
  })
  expect(store.unfinishedMatches()).toEqual([])
})

test('matches are listed newest first, by what is asked for', () => {
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
  expect(ids({ person: 1002 }, ALL)).toEqual([3, 2, 1])
  expect(ids({ person: 1002 }, { after: 3, limit: 1 })).toEqual([2])
  expect(ids({ status: 'waiting' }, ALL)).toEqual([4, 3, 2])
  expect(ids({ status: 'waiting', challenge: 'quoridor', person: 1001 }, ALL)).toEqual([4])
  expect(store.unfinishedMatches().map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('the events of a match come back as they were', () => {
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

test('an entry changes its own match alone', () => {
  using store = newStore()
  tell(store, person(1001), created(1, [http(1001)]), created(2, [http(1001)]))
  const steps: readonly ((match: number) => LogEntry)[] = [
    (match) => ({ kind: 'match-joined', match, player: house }),
    (match) => ({ kind: 'match-started', match }),
    (match) => ({ kind: 'round-over', match, score: [1, 0] }),
    (match) => over(match, 0),
  ]
  for (const step of steps) {
    const other = store.match(2)
    store.append(step(1))
    expect(store.match(2)).toEqual(other)
    store.append(step(2))
  }
})

test.each([
  [0, false],
  [1, false],
  [undefined, false],
  [undefined, true],
] as const)('a match is over once, with the winner %o and void %o', (winner, isVoid) => {
  using store = newStore()
  tell(store, created(1, [house, house]), over(1, winner, isVoid))
  expect(store.match(1)).toMatchObject({ status: 'over', winner, void: isVoid })
  expect(() => store.append(over(1, winner, isVoid))).toThrow('match-over')
})

test('a team’s own games are those that it plays itself, not those of its bots', () => {
  using store = newStore()
  tell(store, person(1001), person(1002))
  const bot = { kind: 'bot', name: 'b', person: 1001, bot: 1, version: 1 } as const
  tell(
    store,
    created(1, [http(1002), http(1001)]),
    created(2, [http(1002), bot]),
    created(3, [bot, http(1001)]),
  )
  tell(store, created(4, [http(1001)]), created(5, [http(1001), http(1002)]))
  const own = (id: number, status: 'open' | 'waiting', page = ALL) =>
    store.ownGames(id, status, page).map((row) => row.id)
  expect([own(1001, 'waiting'), own(1002, 'waiting')]).toEqual([
    [5, 3, 1],
    [5, 2, 1],
  ])
  expect([own(1001, 'open'), own(1001, 'waiting', { limit: 1 })]).toEqual([[4], [5]])
  expect(store.ownGames(1001, 'waiting', { after: 5, limit: 1 })).toMatchObject([{ id: 3 }])
})

test('trials and invitations are counted for the team that started them, while they wait', () => {
  using store = newStore()
  tell(store, person(1001), person(1002))
  const both = [http(1001), http(1002)] as const
  tell(store, created(1, both, 'quoridor', { origin: 'trial', starter: 1001 }))
  tell(store, created(2, both, 'quoridor', { origin: 'ladder', starter: 1001 }))
  tell(store, created(3, [http(1001)], 'quoridor', { starter: 1001, invited: 1002 }))
  const trials = (id: number) => store.unfinishedBy(id, 'trial').map((row) => row.id)
  expect([trials(1001), trials(1002)]).toEqual([[1], []])
  expect([store.invitationsBy(1001), store.invitationsFor(1002)]).toEqual([1, 1])
  expect([store.invitationsBy(1002), store.invitationsFor(1001)]).toEqual([0, 0])
  expect(store.matches({ invited: 1002 }, ALL)).toMatchObject([{ id: 3, starter: 1001, invited: 1002 }])
  tell(store, over(1, 0), { kind: 'match-joined', match: 3, player: http(1002) })
  expect([trials(1001), store.invitationsBy(1001), store.invitationsFor(1002)]).toEqual([[], 0, 0])
})

test('a team that joins as the first player gets that seat, and both teams find the match', () => {
  using store = newStore()
  tell(store, person(1001), person(1002), created(1, [http(1001)]))
  store.append({ kind: 'match-joined', match: 1, player: http(1002), first: true })
  expect(store.match(1)).toMatchObject({ status: 'waiting', players: [http(1002), http(1001)] })
  for (const id of [1001, 1002]) expect(store.matches({ person: id }, ALL)).toHaveLength(1)
  expect(() => store.append({ kind: 'match-joined', match: 1, player: house })).toThrow('match-joined')
})

test('the newest unfinished rematch of a match is known until it is over', () => {
  using store = newStore()
  const rematch = (match: number, rematchOf: number): LogEntry =>
    ({ ...created(match, [house, house]), rematchOf }) as LogEntry
  tell(store, created(1, [house, house]), created(2, [house, house]))
  expect(store.unfinishedRematch(1)).toBeUndefined()
  tell(store, rematch(3, 1), rematch(4, 1), rematch(5, 2))
  expect(store.unfinishedRematch(1)).toMatchObject({ id: 4, rematchOf: 1 })
  tell(store, over(4, 0))
  expect(store.unfinishedRematch(1)?.id).toBe(3)
  tell(store, over(3, 0))
  expect(store.unfinishedRematch(1)).toBeUndefined()
})

test('rated matches are listed by challenge, and counted until they are over', () => {
  using store = newStore()
  const rated = { origin: 'ladder' } as const
  tell(store, created(1, [house, house], 'quoridor', rated), created(2, [house, house], 'quoridor'))
  tell(store, created(3, [house, house], 'boost-tron', rated), created(4, [house, house], 'quoridor', rated))
  expect(store.ladderMatches('quoridor').map(({ id }) => id)).toEqual([1, 4])
  expect(store.unfinishedRated()).toBe(3)
  tell(store, { kind: 'match-started', match: 1 }, over(4, 0))
  expect(store.unfinishedRated()).toBe(2)
  expect(store.ladderMatches('quoridor').map(({ status }) => status)).toEqual(['playing', 'over'])
})

test('a match whose rounds were all void has no fingerprints, which is not the same as an old match', () => {
  using store = newStore()
  tell(
    store,
    created(1, [house, house]),
    over(1, undefined, true, []),
    created(2, [house, house]),
    over(2, 0),
  )
  expect([1, 2].map((id) => store.match(id)?.fingerprints)).toEqual([[], undefined])
})
