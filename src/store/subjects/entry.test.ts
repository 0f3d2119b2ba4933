import { expect, test } from 'vitest'
import { newStores, person, tell } from '../new-store.fixture.ts'
import type { LogEntry, Store } from '../store.ts'

const newStore = newStores()

const cup = (tournament: number): LogEntry => ({
  kind: 'tournament-created',
  tournament,
  name: `cup ${tournament}`,
  challenge: 'quoridor',
  header: { entrants: [] },
})

/** Two tournaments and two people; the next entry has the time 5. */
function newCups(): Store {
  const store = newStore()
  tell(store, cup(1), cup(2), person(1001), person(1002))
  return store
}

test('the newest terms hold, and a tournament is found by its code', () => {
  using store = newCups()
  expect(store.entryTerms(1)).toBeUndefined()
  tell(
    store,
    { kind: 'entry-set', tournament: 1, state: 'open', closes: 90, code: 'abc234' },
    { kind: 'entry-set', tournament: 2, state: 'approval', code: 'xyz789' },
  )
  expect(store.entryTerms(1)).toStrictEqual({ tournament: 1, state: 'open', closes: 90, code: 'abc234' })
  expect(store.entryWithCode('xyz789')?.tournament).toBe(2)
  expect(store.waitingEntries()).toEqual([1, 2])
  tell(store, { kind: 'entry-set', tournament: 1, state: 'closed', code: 'def567' })
  expect(store.entryTerms(1)).toMatchObject({ state: 'closed', closes: undefined, code: 'def567' })
  expect(store.entryWithCode('abc234')).toBeUndefined()
  tell(store, { kind: 'tournament-moved', tournament: 1, status: 'running' })
  expect(store.waitingEntries()).toEqual([2])
})

test('a team joins once, is decided on, chooses what plays, and leaves', () => {
  using store = newCups()
  const join = (tournament: number, person: number): LogEntry => ({
    kind: 'team-joined',
    tournament,
    person,
    state: 'asked',
    members: 'Ann, Bo',
  })
  tell(store, join(1, 1002), join(1, 1001), join(2, 1001))
  expect(() => store.append(join(1, 1001))).toThrow('UNIQUE')
  const team = { tournament: 1, person: 1001 }
  tell(
    store,
    { kind: 'team-decided', ...team, decision: 'in' },
    { kind: 'team-chose', ...team, plays: 'bot:7' },
  )
  expect(store.entryTeams(1)).toStrictEqual([
    { person: 1002, joined: 5, state: 'asked', members: 'Ann, Bo', plays: undefined },
    { person: 1001, joined: 6, state: 'in', members: 'Ann, Bo', plays: 'bot:7' },
  ])
  tell(store, { kind: 'team-chose', ...team }, { kind: 'team-left', tournament: 1, person: 1002 })
  expect(store.entryTeams(1)).toMatchObject([{ person: 1001, plays: undefined }])
  expect(() => store.append({ kind: 'team-left', tournament: 1, person: 1002 })).toThrow('team-left')
  expect(store.entryTeams(2)).toHaveLength(1)
})

test('the start fixes the header of a tournament that waits, and of no other', () => {
  using store = newCups()
  const fix = (): unknown =>
    store.append({ kind: 'entrants-fixed', tournament: 1, header: { entrants: ['a', 'b'] } })
  fix()
  expect(store.tournament(1)?.header).toEqual({ entrants: ['a', 'b'] })
  expect(store.tournament(2)?.header).toEqual({ entrants: [] })
  tell(store, { kind: 'tournament-moved', tournament: 1, status: 'running' })
  expect(fix).toThrow('entrants-fixed')
})
