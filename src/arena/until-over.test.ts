import { expect, test } from 'vitest'
import { created, house, http, newStores, over, person, tell } from '../store/new-store.fixture.ts'
import type { MatchRow } from '../store/store.ts'
import type { Arena } from './arena.ts'
import { untilOver } from './until-over.ts'

const newStore = newStores()

function openTable() {
  const store = newStore()
  tell(store, person(1), created(1, [http(1), house]), created(2, [http(1), house]))
  const listeners = new Set<(row: MatchRow) => void>()
  const arena = {
    store,
    onMatch(listener: (row: MatchRow) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as Arena
  const announce = (match: number): void => {
    const row = store.match(match)
    if (row) for (const listener of listeners) listener(row)
  }
  return { store, arena, listeners, announce, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

const isPending = async (promise: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([promise, new Promise((done) => void setImmediate(done, 'pending'))])) === 'pending'

test('a match that runs is waited for, and no other ends the wait', async () => {
  using table = openTable()
  const { signal } = new AbortController()
  const waited = untilOver(table.arena, 1, signal)
  tell(table.store, over(2, 0))
  table.announce(1)
  table.announce(2)
  expect(await isPending(waited)).toBe(true)
  tell(table.store, over(1, 0))
  table.announce(1)
  expect(await waited).toMatchObject({ id: 1, status: 'over' })
  expect(table.listeners.size).toBe(0)
})

test('a match that is over already is given at once', async () => {
  using table = openTable()
  tell(table.store, over(1, 1))
  expect(await untilOver(table.arena, 1, new AbortController().signal)).toMatchObject({ id: 1, winner: 1 })
})

test('a signal ends the wait, before it or while it lasts', async () => {
  using table = openTable()
  expect(await untilOver(table.arena, 1, AbortSignal.abort())).toBeUndefined()
  const stop = new AbortController()
  const waited = untilOver(table.arena, 1, stop.signal)
  stop.abort()
  expect(await waited).toBeUndefined()
  expect(table.listeners.size).toBe(0)
})
