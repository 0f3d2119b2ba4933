import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A seeded random generator. There is no unseeded one: callers pass a generator in. */
export interface Rng {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number
  pick<T>(items: readonly T[]): T
}

/** The numbers of a seed are part of the record format: they must never change. */
export function seededRng(seed: number): Rng {
  const generator = xoroshiro128plus(seed)
  const below = (bound: number): number => (bound <= 1 ? 0 : uniformInt(generator, 0, bound - 1))
  return {
    below,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('Cannot pick from an empty list')
      return items[below(items.length)] as T
    },
  }
}

/** Derives a seed for a part of a match: a hash of the seed and the path, from 0 to 2³²−1. */
export function deriveSeed(seed: number, ...path: readonly (number | string)[]): number {
  let hash = mix(0x9e3779b9 ^ (seed >>> 0), Math.floor(seed / 0x1_0000_0000))
  for (const step of path) {
    if (typeof step === 'number') hash = mix(hash ^ 0x85ebca6b, step)
    else for (let i = 0; i < step.length; i++) hash = mix(hash ^ 0xc2b2ae35, step.charCodeAt(i))
  }
  return hash >>> 0
}

function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ (value | 0), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return h ^ (h >>> 15)
}
