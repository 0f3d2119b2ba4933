import { expect, test } from 'vitest'
import { ALL, created, house, http, newStores, over, person, tell } from '../new-store.fixture.ts'

const newStore = newStores()

test('wins, draws and losses are counted by person, and matches that count for nobody are not', () => {
  using store = newStore()
  tell(store, person(1001), person(1002), person(1003))
  const both = [http(1001), http(1002)] as const
  tell(store, created(1, both), over(1, 1), created(2, both), over(2, undefined))
  tell(store, created(3, [house, http(1001)]), over(3, 1))
  tell(store, created(4, both), over(4, 0, true))
  tell(store, created(5, [http(1002), http(1002)]), over(5, 0))
  tell(store, created(6, both, 'quoridor'), over(6, 0))
  tell(store, created(7, [http(1003)]), over(7, undefined, true))
  tell(store, created(8, both, 'boost-tron', { origin: 'trial', starter: 1001 }), over(8, 0))
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

test('the moves, times and faults of a person add up by challenge', () => {
  using store = newStore()
  tell(store, person(1001), person(1002))
  const play = (match: number, challenge: string, rest: object): void =>
    tell(store, created(match, [http(1001), http(1002)], challenge), { ...over(match, 0), ...rest })
  const slow = { moves: 3, thoughtMs: 30.5, longestMs: 20, faults: { timeout: 1 } }
  const quick = { moves: 2, thoughtMs: 4, longestMs: 3, faults: { timeout: 2, illegal: 1 } }
  play(1, 'quoridor', { accounts: [slow, quick] })
  play(2, 'quoridor', { accounts: [quick, slow] })
  play(3, 'quoridor', { accounts: [slow, slow], void: true })
  play(4, 'boost-tron', {})
  const both = { played: 2, moves: 5, thoughtMs: 34.5, longestMs: 20 }
  const faults = [
    { kind: 'illegal', count: 1 },
    { kind: 'timeout', count: 3 },
  ]
  expect(store.statisticsOf(1001)).toEqual([
    {
      challenge: 'boost-tron',
      played: 1,
      won: 1,
      drawn: 0,
      lost: 0,
      moves: 0,
      thoughtMs: 0,
      longestMs: 0,
      faults: [],
    },
    { challenge: 'quoridor', won: 2, drawn: 0, lost: 0, ...both, faults },
  ])
  expect(store.statisticsOf(1002)).toMatchObject([{}, { won: 0, lost: 2, ...both, faults }])
  expect(store.statisticsOf(1003)).toEqual([])
})

test('an open match that is called off counts for nobody', () => {
  using store = newStore()
  tell(store, person(1001), created(1, [http(1001)]), over(1, undefined))
  expect(store.tallies('boost-tron', ALL)).toEqual([])
})
