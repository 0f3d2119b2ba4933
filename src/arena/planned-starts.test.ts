import { expect, test } from 'vitest'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { openPlannedStarts } from './planned-starts.ts'

/** A clock that fires its timers early if they are far away, and at once if their time is none, as `setTimeout` does. */
function openDay(mostMs = Infinity) {
  const fake = fakeClock()
  let ahead = 0
  const clock = {
    ...fake,
    date: () => new Date(fake.now() + ahead),
    at: (time: number, callback: () => void) =>
      fake.at(Number.isNaN(time) ? fake.now() : Math.min(time, fake.now() + mostMs), callback),
  }
  const started: number[] = []
  const starts = openPlannedStarts(clock, (id) => void started.push(id))
  return { clock, started, starts, setWallClock: (ms: number) => void (ahead += ms) }
}

test('a tournament starts once at its time', async () => {
  const { clock, started, starts } = openDay()
  starts.set(1, clock.now() + 5000)
  await clock.pass(4999)
  expect(started).toEqual([])
  await clock.pass(1)
  expect(started).toEqual([1])
  await clock.pass(100_000)
  expect(started).toEqual([1])
})

test('a time that has passed is made up for at once', async () => {
  const { clock, started, starts } = openDay()
  starts.set(1, 0)
  await clock.pass(0)
  expect(started).toEqual([1])
})

test('a start is moved or taken away, and the others stay', async () => {
  const { clock, started, starts } = openDay()
  for (const id of [1, 2, 3]) starts.set(id, clock.now() + 1000)
  starts.set(1, clock.now() + 2000)
  starts.set(2, undefined)
  await clock.pass(1999)
  expect(started).toEqual([3])
  await clock.pass(1)
  expect(started).toEqual([3, 1])
})

test('a start in a year waits for all of it, though no timer can', async () => {
  const { clock, started, starts } = openDay(100)
  starts.set(1, clock.now() + 950)
  await clock.pass(949)
  expect(started).toEqual([])
  // It can still be taken away after the timer was set anew.
  starts.set(2, clock.now() + 500)
  await clock.pass(250)
  starts.set(2, undefined)
  await clock.pass(1000)
  expect(started).toEqual([1])
})

test('a tournament starts within ten seconds if the wall clock is set beyond its time, as after a sleep of the machine', async () => {
  const { clock, started, starts, setWallClock } = openDay()
  starts.set(1, clock.now() + 7_200_000)
  await clock.pass(1000)
  setWallClock(7_200_000)
  await clock.pass(9000)
  expect(started).toEqual([1])
})

test('nothing starts after the end', async () => {
  const { clock, started, starts } = openDay()
  starts.set(1, clock.now() + 10)
  starts[Symbol.dispose]()
  await clock.pass(100)
  expect(started).toEqual([])
})
