import { expect, test, vi } from 'vitest'
import { batch } from './batch.ts'

test('the items of one turn of the event loop go together, and each gets its own value', async () => {
  const seen: (readonly number[])[] = []
  const double = batch<number, number>(async (items) => {
    seen.push(items)
    return items.map((item) => 2 * item)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(seen).toEqual([[1, 2, 3], [4]])
})

test('all items of a batch that failed fail, and the next batch does not', async () => {
  const failing = batch<string>(async (items) => {
    if (items.includes('bad')) throw new Error('no')
    return []
  })
  const ends = await Promise.allSettled([failing('good'), failing('bad')])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await failing('good')).toBe(undefined)
})

test('with a pace the first item of a quiet time goes at once, and those after it go together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] })
  try {
    const seen: (readonly number[])[] = []
    const note = batch<number>(async (items) => {
      seen.push(items)
      return []
    }, 10)
    void note(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([[1]])
    void note(2)
    await vi.advanceTimersByTimeAsync(5)
    void note(3)
    expect(seen).toEqual([[1]])
    await vi.advanceTimersByTimeAsync(5)
    expect(seen).toEqual([[1], [2, 3]])
    await vi.advanceTimersByTimeAsync(100)
    void note(4)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([[1], [2, 3], [4]])
  } finally {
    vi.useRealTimers()
  }
})
