import { expect, test } from 'vitest'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { openAudience } from './demo-audience.ts'

const MINUTE = 60_000

function audience() {
  const clock = fakeClock()
  const ending = new AbortController()
  const seats = { taken: 0 }
  const { present } = openAudience(() => seats.taken, clock, ending.signal)
  let isPresent = false
  const ask = () => {
    isPresent = false
    void present().then(() => (isPresent = true))
  }
  return { clock, ending, seats, ask, isPresent: () => isPresent }
}

test('a demo that has just begun plays without being watched', async () => {
  const { clock, ask, isPresent } = audience()
  await clock.pass(9 * MINUTE)
  ask()
  await clock.pass(0)
  expect(isPresent()).toBe(true)
})

test('when nobody has watched for ten minutes the next act waits till somebody looks', async () => {
  const { clock, seats, ask, isPresent } = audience()
  seats.taken = 1
  await clock.pass(30 * MINUTE)
  seats.taken = 0
  await clock.pass(9 * MINUTE)
  ask()
  await clock.pass(0)
  expect(isPresent()).toBe(true)
  await clock.pass(2 * MINUTE)
  ask()
  await clock.pass(60 * MINUTE)
  expect(isPresent()).toBe(false)
  seats.taken = 1
  await clock.pass(2_000)
  expect(isPresent()).toBe(true)
})

test('nobody is waited for when the demo ends', async () => {
  const { clock, ending, ask, isPresent } = audience()
  await clock.pass(11 * MINUTE)
  ask()
  await clock.pass(0)
  expect(isPresent()).toBe(false)
  ending.abort()
  await clock.pass(0)
  expect(isPresent()).toBe(true)
})
