import { expect, test } from 'vitest'
import { openRoundRobin } from './round-robin.ts'

const filled = (...items: readonly string[]) => {
  const queue = openRoundRobin<string>()
  for (const item of items) queue.push(item[0] ?? '', item)
  return queue
}

const drained = (queue: ReturnType<typeof filled>): readonly (string | undefined)[] =>
  Array.from({ length: queue.size }, () => queue.shift())

test('owners are served in turn, each in its own order', () => {
  expect(drained(filled('a1', 'a2', 'a3', 'b1', 'b2', 'c1'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one that comes late goes before those that were served', () => {
  const queue = filled('a1', 'a2', 'a3')
  expect(queue.shift()).toBe('a1')
  queue.push('b', 'b1')
  expect(drained(queue)).toEqual(['b1', 'a2', 'a3'])
})

test('one that has been served goes to the end, also when it comes back', () => {
  const queue = filled('a1', 'b1')
  expect(queue.shift()).toBe('a1')
  queue.push('a', 'a2')
  expect(drained(queue)).toEqual(['b1', 'a2'])
})

test('an owner that a thousand others were served after counts as never served', () => {
  const queue = filled('a1')
  const serve = (count: number): void => {
    for (let other = 0; other < count; other++) {
      queue.push(`other ${count} ${other}`, 'x')
      queue.shift()
    }
  }
  const next = (): string | undefined => {
    for (const owner of ['a', 'never served']) queue.push(owner, owner)
    const [first] = [queue.shift(), queue.shift()]
    return first
  }
  expect(queue.shift()).toBe('a1')
  serve(999)
  queue.push('a', 'a')
  queue.push('b', 'b')
  expect([queue.shift(), queue.shift()]).toEqual(['b', 'a'])
  serve(1001)
  expect(next()).toBe('a')
})

test('an owner that may not be served is passed over, and keeps its place', () => {
  const queue = filled('a1', 'a2', 'b1')
  expect(queue.shift((owner) => owner !== 'a')).toBe('b1')
  expect(queue.shift((owner) => owner !== 'a')).toBeUndefined()
  expect(drained(queue)).toEqual(['a1', 'a2'])
})

test('what is taken out is not served', () => {
  const queue = filled('a1', 'a2', 'b1')
  expect(queue.remove((item) => item === 'a1')).toBe('a1')
  expect(queue.remove((item) => item === 'a1')).toBeUndefined()
  expect([queue.size, queue.sizeOf('a'), queue.sizeOf('c')]).toEqual([2, 1, 0])
  expect(drained(queue)).toEqual(['a2', 'b1'])
})
