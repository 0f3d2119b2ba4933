import { expect, test } from 'vitest'
import { newStores, tell } from '../new-store.fixture.ts'

const newStore = newStores()

test('the last announcement is shown until it ends or is cleared', () => {
  using store = newStore()
  expect(store.announcement(0)).toBe(undefined)
  tell(store, { kind: 'announcement-posted', text: 'Lunch', expires: 50 })
  expect(store.announcement(49)).toStrictEqual({ id: 1, text: 'Lunch', posted: 1, expires: 50 })
  expect(store.announcement(50)).toBe(undefined)
  tell(store, { kind: 'announcement-posted', text: 'Round 2' })
  expect(store.announcement(1e15)).toMatchObject({ id: 2, text: 'Round 2', expires: undefined })
  tell(store, { kind: 'announcement-cleared', announcement: 2 })
  // The one before does not come back.
  expect(store.announcement(0)).toBe(undefined)
  expect(() => store.append({ kind: 'announcement-cleared', announcement: 2 })).toThrow('does not follow')
})
