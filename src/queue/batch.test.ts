import { expect, test } from 'vitest'
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
