import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { heldClock } from './held-clock.ts'

function hold() {
  const outside = fakeClock()
  const clock = heldClock(outside)
  const began = clock.now()
  const fired: string[] = []
  const after = (ms: number, name: string) => clock.at(began + ms, () => void fired.push(name))
  return { outside, clock, fired, after, elapsed: () => clock.now() - began }
}

test('no time passes and nothing falls due until it is let go', async () => {
  const { outside, clock, fired, after, elapsed } = hold()
  after(10, 'ten')
  await outside.pass(60_000)
  expect([elapsed(), fired]).toEqual([0, []])
  clock.letGo()
  await outside.pass(9)
  expect([elapsed(), fired]).toEqual([9, []])
  await outside.pass(1)
  expect([elapsed(), fired]).toEqual([10, ['ten']])
})

test('what is asked for later falls due in its own time, too', async () => {
  const { outside, clock, fired, after } = hold()
  await outside.pass(60_000)
  clock.letGo()
  after(5, 'five')
  await outside.pass(4)
  expect(fired).toEqual([])
  await outside.pass(1)
  expect(fired).toEqual(['five'])
})

test('what is called off does not come, before and after', async () => {
  const { outside, clock, fired, after } = hold()
  const [early, late] = [after(10, 'early'), after(10, 'late')]
  early()
  clock.letGo()
  late()
  await outside.pass(60_000)
  expect(fired).toEqual([])
})

test('it is let go once', async () => {
  const { outside, clock, elapsed } = hold()
  clock.letGo()
  await outside.pass(1000)
  clock.letGo()
  expect(elapsed()).toBe(1000)
})

test('what waits at the door is let in before anything is settled, once for all that settle together', async () => {
  const { promise: drained, resolve: open } = deferred()
  let drains = 0
  const clock = heldClock(fakeClock(), () => {
    drains++
    return drained
  })
  const settled: string[] = []
  for (const name of ['one', 'two']) clock.settle(() => void settled.push(name))
  await expect.poll(() => drains).toBe(1)
  expect(settled).toEqual([])
  open()
  await expect.poll(() => settled).toEqual(['one', 'two'])
  clock.settle(() => void settled.push('three'))
  await expect.poll(() => settled).toEqual(['one', 'two', 'three'])
  expect(drains).toBe(2)
})

test('held again it stands still, and what was to come comes as much later', async () => {
  const { outside, clock, fired, after, elapsed } = hold()
  clock.letGo()
  after(10, 'ten')
  await outside.pass(4)
  clock.hold()
  after(12, 'twelve')
  await outside.pass(60_000)
  expect([elapsed(), fired]).toEqual([4, []])
  clock.letGo()
  await outside.pass(5)
  expect([elapsed(), fired]).toEqual([9, []])
  await outside.pass(3)
  expect([elapsed(), fired]).toEqual([12, ['ten', 'twelve']])
})
