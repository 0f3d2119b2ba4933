import { expect, test } from 'vitest'
import { newStores, tell } from '../new-store.fixture.ts'
import type { LogEntry, Store } from '../store.ts'

const newStore = newStores()

/** Two tournaments; the next entry has the time 3. */
function newCups(): Store {
  const store = newStore()
  for (const tournament of [1, 2])
    store.append({
      kind: 'tournament-created',
      tournament,
      name: `cup ${tournament}`,
      challenge: 'quoridor',
      header: {},
    })
  return store
}

const invited = (tournament: number, link: string, judge: string): LogEntry => ({
  kind: 'judge-invited',
  tournament,
  link,
  judge,
  hash: `hash of ${link}`,
})

test('a tournament says how many points its judges give, and the last word counts', () => {
  using store = newCups()
  expect(store.judging(1)).toBeUndefined()
  for (const points of [30, 20]) {
    store.append({ kind: 'judging-set', tournament: 1, points })
    expect([store.judging(1), store.judging(2)]).toEqual([points, undefined])
  }
})

test('a newer link of a judge replaces the older one of the same tournament, and no other', () => {
  using store = newCups()
  tell(
    store,
    invited(1, 'a', 'judy'),
    invited(2, 'b', 'judy'),
    invited(1, 'c', 'jack'),
    invited(1, 'd', 'judy'),
  )
  expect(store.judge('a')).toStrictEqual({
    id: 'a',
    tournament: 1,
    judge: 'judy',
    hash: 'hash of a',
    created: 3,
    revoked: 6,
  })
  expect(store.judges(1).map(({ id, revoked }) => [id, revoked])).toEqual([
    ['a', 6],
    ['c', undefined],
    ['d', undefined],
  ])
  expect(store.judge('b')?.revoked).toBeUndefined()
  expect(store.judge('none')).toBeUndefined()
})

test('a link is revoked once, and stays revoked when the judge gets a new one', () => {
  using store = newCups()
  const revoke = (link: string) => () => store.append({ kind: 'judge-revoked', tournament: 1, link })
  tell(store, invited(1, 'a', 'judy'), invited(1, 'b', 'jack'))
  revoke('a')()
  expect([store.judge('a')?.revoked, store.judge('b')?.revoked]).toEqual([5, undefined])
  expect(revoke('a')).toThrow('judge-revoked')
  expect(revoke('none')).toThrow('judge-revoked')
  tell(store, invited(1, 'c', 'judy'))
  expect(store.judge('a')?.revoked).toBe(5)
})

test('a mark that was taken back is gone, and the history of the marks has every change', () => {
  using store = newCups()
  const given = (tournament: number, entrant: string, points: number, link?: string): LogEntry => ({
    kind: 'mark-given',
    tournament,
    judge: 'judy',
    entrant,
    points,
    ...(link !== undefined && { link }),
  })
  const erased: LogEntry = { kind: 'mark-erased', tournament: 1, judge: 'judy', entrant: 'ann', link: 'a' }
  tell(store, given(1, 'ann', 2), given(1, 'bob', 3, 'a'), given(2, 'ann', 4), erased)
  expect(store.marks(1)).toEqual([{ judge: 'judy', entrant: 'bob', points: 3 }])
  expect(store.marks(2)).toHaveLength(1)
  expect(() => store.append(erased)).toThrow('mark-erased')
  expect(store.markChanges(1)).toStrictEqual([
    { time: 3, judge: 'judy', entrant: 'ann', points: 2, link: undefined },
    { time: 4, judge: 'judy', entrant: 'bob', points: 3, link: 'a' },
    { time: 6, judge: 'judy', entrant: 'ann', points: undefined, link: 'a' },
  ])
})
