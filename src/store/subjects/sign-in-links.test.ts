import { expect, test } from 'vitest'
import { newStores, person, tell } from '../new-store.fixture.ts'
import type { LogEntry } from '../store.ts'

const newStore = newStores()

const issued = (link: string, of: number): LogEntry => ({
  kind: 'sign-in-link-issued',
  link,
  person: of,
  hash: `hash of ${link}`,
  expires: 1000,
})

test('a sign-in link is used once, and a newer link of the same team replaces it', () => {
  using store = newStore()
  tell(store, person(1001), person(1002), issued('a', 1001), issued('b', 1002))
  expect(store.signInLink('a')).toStrictEqual({
    id: 'a',
    person: 1001,
    hash: 'hash of a',
    expires: 1000,
    from: undefined,
    used: undefined,
    replaced: undefined,
  })
  tell(store, issued('c', 1001))
  expect(['a', 'b', 'c'].map((id) => store.signInLink(id)?.replaced)).toEqual([5, undefined, undefined])
  tell(store, { kind: 'sign-in-link-used', link: 'c' })
  expect(store.signInLink('c')?.used).toBe(6)
  for (const link of ['a', 'c', 'none'])
    expect(() => store.append({ kind: 'sign-in-link-used', link })).toThrow('does not follow')
  tell(store, issued('d', 1001))
  expect(store.signInLink('c')?.replaced).toBe(undefined)
  expect(store.signInLink('none')).toBe(undefined)
})
