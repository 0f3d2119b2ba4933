import { expect, test } from 'vitest'
import { created, house, newStores, tell } from '../new-store.fixture.ts'
import type { Store } from '../store.ts'

const newStore = newStores()

function newCup(): Store {
  const store = newStore()
  tell(store, {
    kind: 'tournament-created',
    tournament: 1,
    name: 'cup',
    challenge: 'quoridor',
    header: { seed: 5 },
  })
  return store
}

test('a later plan replaces an earlier one, and a tournament without one has an empty plan', () => {
  using store = newCup()
  expect(store.tournamentPlan(1)).toEqual({})
  store.append({ kind: 'plan-made', tournament: 1, plan: { starts: 5, atOnce: 2 } })
  store.append({ kind: 'plan-made', tournament: 1, plan: { breaks: [{ from: 1, to: 2 }] } })
  expect(store.tournamentPlan(1)).toEqual({ breaks: [{ from: 1, to: 2 }] })
  expect(store.tournamentPlan(2)).toEqual({})
})

test('a round that was called stays called', () => {
  using store = newCup()
  expect(store.calledRound(1)).toBe(0)
  for (const round of [3, 2]) store.append({ kind: 'round-called', tournament: 1, round })
  expect(store.calledRound(1)).toBe(3)
})

test('another clock is another header', () => {
  using store = newCup()
  store.append({ kind: 'clock-set', tournament: 1, header: { seed: 5, clock: 'slow' } })
  expect(store.tournament(1)?.header).toEqual({ seed: 5, clock: 'slow' })
})

test('an annulled result does not count, its line is kept, and a tournament that was over goes on', () => {
  using store = newCup()
  tell(store, created(1, [house, house]))
  store.append({ kind: 'tournament-match', tournament: 1, key: 'r1', match: 1 })
  store.append({ kind: 'tournament-result', tournament: 1, key: 'r1', entry: 'first' })
  store.append({ kind: 'tournament-moved', tournament: 1, status: 'over' })
  store.append({ kind: 'result-annulled', tournament: 1, key: 'r1', reason: 'cable out', by: 'Eve' })
  expect(store.tournamentResults(1)).toEqual([])
  expect(store.tournament(1)?.status).toBe('running')
  expect(store.annulled(1)).toMatchObject([
    { key: 'r1', match: 1, entry: 'first', reason: 'cable out', by: 'Eve' },
  ])
  store.append({ kind: 'tournament-result', tournament: 1, key: 'r1', entry: 'second' })
  expect(store.tournamentResults(1)).toEqual(['second'])
})

test('annulled results are listed by tournament in their order, with the last match that was called', () => {
  using store = newCup()
  tell(store, created(1, [house, house]), created(2, [house, house]), {
    kind: 'tournament-created',
    tournament: 2,
    name: 'other cup',
    challenge: 'quoridor',
    header: {},
  })
  for (const match of [1, 2]) store.append({ kind: 'tournament-match', tournament: 1, key: 'r2', match })
  for (const tournament of [1, 2]) {
    store.append({ kind: 'tournament-result', tournament, key: 'r1', entry: `of ${tournament}` })
    store.append({ kind: 'tournament-moved', tournament, status: 'paused' })
  }
  const annul = (key: string): unknown =>
    store.append({ kind: 'result-annulled', tournament: 1, key, reason: `no ${key}`, by: 'Eve' })
  annul('r2')
  annul('r1')
  expect(store.annulled(1)).toStrictEqual([
    { key: 'r2', match: 2, entry: undefined, reason: 'no r2', by: 'Eve', time: 11 },
    { key: 'r1', match: undefined, entry: 'of 1', reason: 'no r1', by: 'Eve', time: 12 },
  ])
  expect(store.annulled(2)).toEqual([])
  expect(store.tournamentResults(2)).toEqual(['of 2'])
  // A tournament that stands still goes on when its organiser says so.
  expect(store.tournament(1)?.status).toBe('paused')
})
