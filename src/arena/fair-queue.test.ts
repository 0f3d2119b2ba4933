import { expect, test } from 'vitest'
import { deferred, type Deferred } from '../base/deferred.ts'
import { openFairQueue, type FairQueueOptions, type Work } from './fair-queue.ts'

function open(options: FairQueueOptions) {
  const queue = openFairQueue(options)
  const begun: string[] = []
  const running = new Map<string, Deferred<void>>()
  const add = (name: string, hasPriority = false, isBackground = false): Work => {
    const work = {
      owner: name[0] ?? '',
      hasPriority,
      isBackground,
      run() {
        begun.push(name)
        const end = deferred()
        running.set(name, end)
        return end.promise
      },
    }
    queue.add(work)
    return work
  }
  const end = async (name: string): Promise<void> => {
    running.get(name)?.resolve()
    await new Promise((resolve) => void setImmediate(resolve))
  }
  return { queue, begun, add, end, running }
}

test('a place goes to each owner in turn, however much one of them has waiting', async () => {
  const { add, begun, end } = open({ places: 1 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) add(name)
  await end('a1')
  await end('b1')
  await end('a2')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('contests go before all that waits', async () => {
  const { add, begun, end } = open({ places: 1 })
  for (const name of ['a1', 'b1']) add(name)
  add('c1', true)
  await end('a1')
  await end('c1')
  expect(begun).toEqual(['a1', 'c1', 'b1'])
})

test('places are reserved for contests, and contests may take all of them', async () => {
  const { add, begun, queue } = open({ places: 3, reserved: 1 })
  for (const name of ['a1', 'b1', 'c1']) add(name)
  expect(begun).toEqual(['a1', 'b1'])
  for (const name of ['x1', 'x2']) add(name, true)
  expect(begun).toEqual(['a1', 'b1', 'x1'])
  expect(queue.waiting).toBe(2)
})

test('an owner holds so many places at once, and its rest waits while others go by', async () => {
  const { add, begun, end, queue } = open({ places: 3, each: 1 })
  for (const name of ['a1', 'a2', 'b1']) add(name)
  expect(begun).toEqual(['a1', 'b1'])
  expect([queue.waitingOf('a'), queue.runningOf('a')]).toEqual([1, 1])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('work that fails gives its place back', async () => {
  const { add, begun, running } = open({ places: 1 })
  for (const name of ['a1', 'b1']) add(name)
  running.get('a1')?.reject(new Error('it failed'))
  await new Promise((resolve) => void setImmediate(resolve))
  expect(begun).toEqual(['a1', 'b1'])
})

test('what is cancelled or stopped does not begin', async () => {
  const { add, begun, end, queue } = open({ places: 1 })
  add('a1')
  const cancelled = add('b1')
  expect([queue.cancel(cancelled), queue.cancel(cancelled)]).toEqual([true, false])
  add('c1')
  queue.stop()
  await end('a1')
  expect(begun).toEqual(['a1'])
})

test('nothing begins before what it waits for, then as much as there are places', async () => {
  const room = deferred()
  let isFull = true
  const { add, begun, end } = open({ places: 2, until: () => (isFull ? room.promise : undefined) })
  for (const name of ['a1', 'b1', 'c1']) add(name)
  expect(begun).toEqual([])
  isFull = false
  room.resolve()
  await end('')
  expect(begun).toEqual(['a1', 'b1'])
})

test('background work begins only while nothing else waits, and keeps to its places', async () => {
  let places = 1
  const { add, begun, end, queue } = open({ places: 3, reserved: 1, each: 1, background: () => places })
  const behind = (name: string): Work => add(name, false, true)
  for (const name of ['l1', 'l2', 'l3', 'l4']) behind(name)
  expect(begun).toEqual(['l1'])
  // It holds the reserved place, so it delays no other work.
  for (const name of ['a1', 'b1', 'a2']) add(name)
  expect(begun).toEqual(['l1', 'a1', 'b1'])
  places = 2
  await end('b1')
  // a2 waits for its own team's place: no ladder match goes before it.
  expect(begun).toEqual(['l1', 'a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['l1', 'a1', 'b1', 'a2', 'l2'])
  places = 0
  await end('l1')
  await end('l2')
  expect(begun).toHaveLength(5)
  places = 1
  queue.admit()
  expect(begun.at(-1)).toBe('l3')
  expect(queue.waiting).toBe(0)
})

test('work with priority counts for no owner, and leaves the places of others as they are', async () => {
  const { add, begun, end, queue } = open({ places: 3, reserved: 1, each: 1 })
  add('a1', true)
  expect([queue.runningOf('a'), queue.waiting]).toEqual([0, 0])
  for (const name of ['a2', 'a3', 'b1', 'c1']) add(name)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  add('a4', true)
  expect([queue.waitingOf('a'), queue.runningOf('a'), queue.waiting]).toEqual([2, 1, 3])
  await end('a1')
  expect(begun.at(-1)).toBe('a4')
  await end('b1')
  expect(begun.at(-1)).toBe('c1')
  await end('a2')
  expect(begun.at(-1)).toBe('a3')
  expect([queue.waiting, queue.waitingOf('a')]).toEqual([0, 0])
})

test('background work can be cancelled, has no limit of its own by default, and counts for nobody', async () => {
  const { add, begun, end, queue } = open({ places: 2 })
  const behind = ['l1', 'l2', 'l3', 'l4'].map((name) => add(name, false, true))
  expect(begun).toEqual(['l1', 'l2'])
  expect([queue.waiting, queue.waitingOf('l'), queue.runningOf('l')]).toEqual([0, 0, 0])
  expect(behind.map((work) => queue.cancel(work))).toEqual([false, false, true, true])
  await end('l1')
  expect(begun).toEqual(['l1', 'l2'])
})

test('places that change are looked at when work is admitted', async () => {
  let places = 1
  const { add, begun, queue, end } = open({
    places: 0,
    shares: () => ({ places, reserved: 0, each: 2 }),
  })
  for (const name of ['a1', 'a2', 'a3', 'b1']) add(name)
  expect(begun).toEqual(['a1'])
  places = 4
  queue.admit()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  places = 1
  await end('a1')
  expect(begun).toHaveLength(3)
})

test('work that waits for room is asked for again only when the wait is over, and a stopped queue asks no more', async () => {
  let asked = 0
  let room = deferred()
  const { add, begun, end, queue } = open({
    places: 2,
    until() {
      asked++
      return asked < 3 ? room.promise : undefined
    },
  })
  for (const name of ['a1', 'b1']) add(name)
  expect(asked).toBe(1)
  room.resolve()
  room = deferred()
  await end('')
  expect([asked, begun]).toEqual([2, []])
  room.resolve()
  await end('')
  expect([asked, begun]).toEqual([3, ['a1', 'b1']])
  queue.stop()
  add('c1')
  expect([asked, begun]).toEqual([3, ['a1', 'b1']])
})
