import { describe, expect, test } from 'vitest'
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

test('only what is taken counts', () => {
  const buckets = openTokenBuckets(2, 1)
  expect([0, 0, 0, 0, 1000].map((now) => buckets.takeOne('a', now))).toEqual([
    undefined,
    undefined,
    1,
    1,
    undefined,
  ])
})

describe('a caller that waits until it is out of debt', () => {
  const openHeld = () => {
    const buckets = openTokenBuckets(10, 10)
    return (name: string, now: number): number => {
      const ms = buckets.debtMs(name, 1, now)
      buckets.charge(name, 1, now)
      return ms
    }
  }

  test('is not held within a burst, then longer for each', () => {
    const take = openHeld()
    const held = Array.from({ length: 13 }, () => take('ann', 0))
    expect(held).toEqual([...Array<number>(10).fill(0), 100, 200, 300])
    expect(take('bob', 0)).toBe(0)
  })

  test('keeps to the rate, and is never held for longer than an interval', () => {
    const take = openHeld()
    let now = 0
    const held = Array.from({ length: 100 }, () => {
      const ms = take('ann', now)
      now += ms
      return ms
    })
    expect(Math.max(...held)).toBeCloseTo(100)
    expect(now).toBeCloseTo(9000)
  })

  test('may ask as at first when it was silent for long enough', () => {
    const take = openHeld()
    for (let n = 0; n < 20; n++) take('ann', 0)
    expect(take('ann', 500)).toBeGreaterThan(0)
    expect(take('ann', 3200)).toBe(0)
  })

  test('owes nothing for looking', () => {
    const buckets = openTokenBuckets(10, 10)
    for (let n = 0; n < 1000; n++) buckets.debtMs('ann', 1, 0)
    expect(buckets.debtMs('ann', 10, 0)).toBe(0)
    expect(buckets.debtMs('ann', 11, 0)).toBe(100)
  })
})

test('beyond 20,000 names the one that was charged longest ago is forgotten', () => {
  const buckets = openTokenBuckets(1, 1)
  for (let name = 0; name < 20_000; name++) buckets.charge(String(name), 1, 0)
  expect(buckets.wait('0', 1, 0)).toBe(1)
  buckets.charge('one more', 1, 0)
  expect(buckets.wait('1', 1, 0)).toBeUndefined()
  expect(['0', '2', '19999'].map((name) => buckets.wait(name, 1, 0))).toEqual([1, 1, 1])
})

test('with nothing left even what costs nothing waits, and the wait is in whole seconds', () => {
  const buckets = openTokenBuckets(3, 2)
  buckets.charge('a', 3, 0)
  expect(buckets.wait('a', 0, 0)).toBe(1)
  expect(buckets.wait('a', 3, 0)).toBe(2)
  expect(buckets.wait('a', 3, 500)).toBe(1)
  expect(buckets.wait('a', 1, 500)).toBeUndefined()
})
