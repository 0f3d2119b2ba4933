import { expect, test } from 'vitest'
import { openTokenBuckets } from './token-buckets.ts'

test('a burst is free, then time fills the bucket again, for each name apart', () => {
  const buckets = openTokenBuckets(3, 1)
  for (let n = 0; n < 3; n++) {
    expect(buckets.wait('a', 1, 0)).toBeUndefined()
    buckets.charge('a', 1, 0)
  }
  expect(buckets.wait('a', 1, 0)).toBe(1)
  expect(buckets.wait('b', 1, 0)).toBeUndefined()
  expect(buckets.wait('a', 1, 1000)).toBeUndefined()
})

test('what costs more than is left is paid for afterwards', () => {
  const buckets = openTokenBuckets(100, 10)
  buckets.charge('a', 150, 0)
  expect(buckets.wait('a', 0, 0)).toBe(5)
  expect(buckets.wait('a', 0, 4900)).toBe(1)
  expect(buckets.wait('a', 0, 5100)).toBeUndefined()
})

test('a bucket never holds more than a burst', () => {
  const buckets = openTokenBuckets(2, 1)
  buckets.charge('a', 1, 0)
  buckets.charge('a', 2, 3_600_000)
  expect(buckets.wait('a', 0, 3_600_000)).toBe(1)
})
