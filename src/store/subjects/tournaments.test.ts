import { expect, test } from 'vitest'
import { ALL, created, house, newStores, over, tell } from '../new-store.fixture.ts'
import type { LogEntry, Store } from '../store.ts'

const newStore = newStores()

const cup = (tournament: number): LogEntry => ({
  kind: 'tournament-created',
  tournament,
  name: `cup ${tournament}`,
  challenge: 'quoridor',
  header: { seed: 5 },
})

function newCup(): Store {
  const store = newStore()
  tell(store, cup(1))
  return store
}

test('a tournament waits, runs, pauses and is over for good', () => {
  using store = newCup()
  const move = (status: 'running' | 'paused' | 'over') => () =>
    store.append({ kind: 'tournament-moved', tournament: 1, status })
  expect(store.tournament(1)).toStrictEqual({
    id: 1,
    name: 'cup 1',
    challenge: 'quoridor',
    header: { seed: 5 },
    status: 'waiting',
    published: undefined,
    created: 1,
  })
  for (const status of ['running', 'paused', 'running', 'over'] as const) {
    move(status)()
    expect(store.tournament(1)?.status).toBe(status)
  }
  expect(move('running')).toThrow('tournament-moved')
  expect(store.tournament(2)).toBeUndefined()
})

test('tournaments are listed newest first, page by page', () => {
  using store = newCup()
  tell(store, cup(2), cup(3))
  expect(store.nextTournament()).toBe(4)
  expect(store.tournaments(ALL).map(({ id }) => id)).toEqual([3, 2, 1])
  expect(store.tournaments({ after: 3, limit: 1 }).map(({ id }) => id)).toEqual([2])
})

test('its matches are listed as they were called, its results by key, and each of them counts once', () => {
  using store = newCup()
  tell(store, cup(2))
  for (const match of [1, 2, 3]) store.append(created(match, [house, house]))
  const call = (tournament: number, key: string, match: number) => () =>
    store.append({ kind: 'tournament-match', tournament, key, match })
  const count = (key: string, entry: string) => () =>
    store.append({ kind: 'tournament-result', tournament: 1, key, entry })
  for (const step of [
    call(1, 'r2', 2),
    call(1, 'r1', 1),
    call(2, 'r1', 3),
    count('r2', 'two'),
    count('r1', 'one'),
  ])
    step()
  expect(store.tournamentMatches(1)).toEqual([
    { key: 'r2', match: 2 },
    { key: 'r1', match: 1 },
  ])
  expect([1, 2, 3, 4].map((match) => store.tournamentOf(match))).toEqual([1, 1, 2, undefined])
  expect(store.tournamentResults(1)).toEqual(['one', 'two'])
  expect(store.tournamentResults(2)).toEqual([])
  expect(call(2, 'r2', 1)).toThrow('UNIQUE')
  expect(count('r1', 'again')).toThrow('UNIQUE')
})

test('entrants are withdrawn in order, each once', () => {
  using store = newCup()
  const withdraw = (entrant: string, round: number) => () =>
    store.append({ kind: 'entrant-withdrawn', tournament: 1, entrant, round })
  withdraw('zoe', 2)()
  withdraw('ann', 3)()
  expect(store.withdrawals(1)).toEqual([
    { entrant: 'zoe', round: 2 },
    { entrant: 'ann', round: 3 },
  ])
  expect(withdraw('zoe', 4)).toThrow('UNIQUE')
})

test('a later mark of a judge replaces the earlier one, also with the value before that, until marks are published', () => {
  using store = newCup()
  tell(store, cup(2))
  const give = (judge: string, entrant: string, points: number): unknown =>
    store.append({ kind: 'mark-given', tournament: 1, judge, entrant, points })
  give('judy', 'bob', 1.5)
  give('judy', 'ann', 2)
  give('jack', 'ann', 3)
  for (const points of [4, 2, 4]) {
    give('judy', 'ann', points)
    expect(store.marks(1)).toEqual([
      { judge: 'jack', entrant: 'ann', points: 3 },
      { judge: 'judy', entrant: 'ann', points },
      { judge: 'judy', entrant: 'bob', points: 1.5 },
    ])
  }
  expect(store.marks(2)).toEqual([])
  store.append({ kind: 'marks-published', tournament: 1 })
  expect(store.tournament(1)?.published).toBe(9)
  expect(store.tournament(2)?.published).toBeUndefined()
})

test('the results of a tournament are listed newest first: its matches that have ended and count', () => {
  using store = newCup()
  tell(store, cup(2))
  for (const match of [1, 2, 3, 4, 5]) {
    store.append(created(match, [house, house]))
    store.append({ kind: 'tournament-match', tournament: match === 5 ? 2 : 1, key: `r${match}`, match })
  }
  // The times of these are 13 to 16; match 4 is not over.
  tell(store, over(2, 0), over(1, undefined), over(3, 0, true), over(5, 1))
  expect(store.contestResults(1, 9)).toEqual([
    { match: 1, ended: 14 },
    { match: 2, ended: 13 },
  ])
  expect(store.contestResults(1, 1)).toEqual([{ match: 1, ended: 14 }])
  expect(store.contestResults(2, 9)).toEqual([{ match: 5, ended: 16 }])
})
