import { expect, test } from 'vitest'
import { recentlyUsed } from './recently-used.ts'

test('beyond its limit a cache forgets what was used longest ago', () => {
  const cache = recentlyUsed<string, number>(2)
  cache.set('a', 1).set('b', 2)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3)
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c'])
})

test('a value that is set again takes no second place', () => {
  const cache = recentlyUsed<string, number>(2)
  cache.set('a', 1).set('b', 2).set('b', 3)
  expect([cache.get('a'), cache.get('b')]).toEqual([1, 3])
})
