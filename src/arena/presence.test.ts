import { expect, test } from 'vitest'
import { openPresence } from './presence.ts'

test('a team that asked over a wire can be called for a minute', () => {
  const presence = openPresence()
  expect([presence.canBeCalled(7, 0), presence.wireOf(7, 0), presence.seen(7)]).toEqual([
    false,
    undefined,
    undefined,
  ])
  presence.note(7, 'polling', 1000)
  expect(presence.canBeCalled(7, 60_999)).toBe(true)
  expect(presence.wireOf(7, 60_999)).toBe('polling')
  expect(presence.canBeCalled(7, 61_000)).toBe(false)
  expect(presence.wireOf(7, 61_000)).toBeUndefined()
  expect(presence.canBeCalled(8, 1000)).toBe(false)
})

test('a request over no wire shows that a team is there, and keeps the wire it used last', () => {
  const presence = openPresence()
  presence.note(7, undefined, 5)
  expect(presence.seen(7)).toEqual({ at: 5, wire: undefined, wireAt: -Infinity })
  expect(presence.canBeCalled(7, 5)).toBe(false)
  presence.note(7, 'turns', 10)
  presence.note(7, undefined, 20)
  expect(presence.seen(7)).toEqual({ at: 20, wire: 'turns', wireAt: 10 })
})

test('listeners hear when a team can be called that could not, until they leave', () => {
  const presence = openPresence()
  const heard: number[] = []
  const leave = presence.onCome((person) => void heard.push(person))
  presence.note(7, undefined, 0)
  expect(heard).toEqual([])
  presence.note(7, 'turns', 0)
  presence.note(7, 'turns', 59_999)
  expect(heard).toEqual([7])
  presence.note(7, 'turns', 119_999)
  expect(heard).toEqual([7, 7])
  leave()
  presence.note(8, 'turns', 0)
  expect(heard).toEqual([7, 7])
})

test('a team that was called and did not come cannot be called until it is heard of again', () => {
  const presence = openPresence()
  const heard: number[] = []
  presence.onCome((person) => void heard.push(person))
  presence.note(7, 'turns', 0)
  presence.miss(7)
  expect(presence.canBeCalled(7, 1)).toBe(false)
  expect(presence.seen(7)).toMatchObject({ at: 0, wire: 'turns' })
  presence.note(7, 'turns', 2)
  expect([presence.canBeCalled(7, 2), heard]).toEqual([true, [7, 7]])
  presence.miss(8)
  expect(presence.seen(8)).toBeUndefined()
})

test('a connection shows the wire of a team that cannot be called, until the last one ends', () => {
  const presence = openPresence()
  let now = 100
  const end = presence.connect(7, 'torus-tcp', () => now)
  expect([presence.wireOf(7, now), presence.canBeCalled(7, now)]).toEqual(['torus-tcp', false])
  expect(presence.seen(7)).toMatchObject({ at: 100 })
  const endOther = presence.connect(7, 'sse', () => now)
  now = 200
  end()
  expect(presence.wireOf(7, now)).toBe('sse')
  presence.note(7, 'turns', now)
  expect(presence.wireOf(7, now)).toBe('turns')
  now = 300
  endOther()
  expect(presence.seen(7)).toMatchObject({ at: 300, wire: 'turns', wireAt: 200 })
  expect(presence.wireOf(7, 60_200)).toBeUndefined()
})
