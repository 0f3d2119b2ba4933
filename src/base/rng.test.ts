import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveSeed, seededRng } from './rng.ts'

test('the stream of a seed never changes: records depend on it', () => {
  const rng = seededRng(42)
  expect(Array.from({ length: 8 }, () => rng.below(1000))).toMatchInlineSnapshot(`
    [
      605,
      225,
      535,
      820,
      834,
      84,
      852,
      787,
    ]
  `)
  expect([deriveSeed(42, 'round', 0), deriveSeed(42, 'round', 1), deriveSeed(2 ** 40, 'seat', 1)])
    .toMatchInlineSnapshot(`
    [
      1228106795,
      4271427730,
      595046719,
    ]
  `)
})

test('every number below the bound comes up, about as often', () => {
  const rng = seededRng(1)
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < 7000; i++) counts[rng.below(7)]!++
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

test('seeds of different parts differ', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(1000), fc.nat(1000), (seed, a, b) => {
      expect(deriveSeed(seed, 'round', a) === deriveSeed(seed, 'round', b)).toBe(a === b)
    }),
  )
})

// Records hold this: a position without a choice leaves the choices after it as they are.
test('a choice of one takes no number from the sequence', () => {
  const [rng, other] = [seededRng(7), seededRng(7)]
  expect([rng.below(1), rng.pick(['only']), rng.below(0)]).toEqual([0, 'only', 0])
  expect([rng.below(1000), rng.below(1000)]).toEqual([other.below(1000), other.below(1000)])
})

test('nothing can be picked from nothing', () => {
  expect(() => seededRng(0).pick([])).toThrow()
  expect(seededRng(0).pick(['only'])).toBe('only')
})
