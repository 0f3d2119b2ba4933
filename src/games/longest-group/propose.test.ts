import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { longestGroup } from './index.ts'
import { propose } from './propose.ts'

const openingOf = (settings: object, seed: number): string | undefined =>
  propose(must(longestGroup.parseConfig(settings)), seededRng(seed))?.opening

test.each([
  [{ width: 11, height: 11 }, [4, 6, 8]],
  [{ width: 8, height: 3 }, [4, 6]],
  [{ width: 4, height: 4 }, [4]],
  [{ width: 8, height: 1 }, [2]],
  [{ width: 7, height: 1 }, []],
])('an opening on %j has one of %j stones', (settings, sizes) => {
  const seen = Array.from({ length: 30 }, (_, seed) => openingOf(settings, seed)?.split(' ').length)
  const counts = [...new Set(seen)].flatMap((size) => size ?? [])
  expect(counts.toSorted((a, b) => a - b)).toEqual(sizes)
})

test('settings with an opening get no other', () => {
  expect(openingOf({ width: 11, height: 11, opening: '3,4 7,2' }, 0)).toBeUndefined()
})

test('the openings of a seed stay the same', () => {
  expect([1, 2].map((seed) => openingOf({ width: 5, height: 5 }, seed))).toEqual([
    '3,0 0,2 0,1 2,0',
    '0,4 2,0 4,1 0,1 4,3 2,2',
  ])
})
