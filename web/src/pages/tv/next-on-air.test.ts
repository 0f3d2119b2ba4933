import { expect, test } from 'vitest'
import { nextOnAir, type OnAir } from './next-on-air.ts'

const STAY = 20_000

test('matches take turns, each for its time', () => {
  let air: OnAir | undefined
  const shown: (number | undefined)[] = []
  for (let now = 0; now <= 80_000; now += 10_000) {
    air = nextOnAir(air, [3, 2, 1], now, STAY)
    shown.push(air?.id)
  }
  expect(shown).toEqual([3, 3, 2, 2, 1, 1, 3, 3, 2])
})

test('what has ended stays until it has been read, and for ever when nothing follows', () => {
  const ended = nextOnAir({ id: 5, since: 0 }, [], 1_000, STAY)
  expect(ended).toEqual({ id: 5, since: 0, endedAt: 1_000 })
  expect(nextOnAir(ended, [6], 8_999, STAY)).toBe(ended)
  expect(nextOnAir(ended, [6], 9_000, STAY)).toEqual({ id: 6, since: 9_000 })
  expect(nextOnAir(ended, [], 900_000, STAY)).toBe(ended)
})

test('nothing is on before the first match, and a lone one is never taken off', () => {
  expect(nextOnAir(undefined, [], 0, STAY)).toBeUndefined()
  const air = nextOnAir(undefined, [4], 0, STAY)
  expect(nextOnAir(air, [4], 900_000, STAY)).toBe(air)
})
