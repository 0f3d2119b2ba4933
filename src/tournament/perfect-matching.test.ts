import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { perfectMatching } from './perfect-matching.ts'

/** By trying everything. */
function canPair(vertices: readonly number[], isAllowed: (a: number, b: number) => boolean): boolean {
  const [first, ...rest] = vertices
  if (first === undefined) return true
  return rest.some(
    (other) =>
      isAllowed(first, other) &&
      canPair(
        rest.filter((vertex) => vertex !== other),
        isAllowed,
      ),
  )
}

const someGraph = fc.integer({ min: 0, max: 5 }).chain((half) =>
  fc.record({
    size: fc.constant(2 * half),
    edges: fc.array(fc.boolean(), { minLength: 4 * half * half, maxLength: 4 * half * half }),
    isSparse: fc.array(fc.boolean(), { minLength: 4 * half * half, maxLength: 4 * half * half }),
  }),
)

test('it pairs everybody exactly if that can be done, and only in allowed pairs', () => {
  fc.assert(
    fc.property(someGraph, ({ size, edges, isSparse }) => {
      const isAllowed = (a: number, b: number): boolean => {
        if (Math.min(a, b) < 0 || Math.max(a, b) >= size) expect.fail(`${a} and ${b} are not both vertices`)
        const edge = Math.min(a, b) * size + Math.max(a, b)
        return edges[edge] === true && isSparse[edge] === true
      }
      const alone = Array.from({ length: size }, () => -1)
      const partners = perfectMatching(alone, isAllowed)
      expect(partners !== undefined).toBe(canPair([...alone.keys()], isAllowed))
      for (const [a, b] of partners?.entries() ?? []) {
        expect(partners?.[b]).toBe(a)
        expect(isAllowed(a, b)).toBe(true)
      }
    }),
    { numRuns: 1000 },
  )
})

test('pairs that are wished for stay if the others can do without them', () => {
  expect(perfectMatching([3, -1, -1, 0], () => true)).toEqual([3, 2, 1, 0])
})

test('two odd rings joined by one edge: only blossoms find the way', () => {
  const edges = new Set(['01', '12', '02', '23', '34', '45', '35'])
  const isAllowed = (a: number, b: number): boolean => edges.has(a < b ? `${a}${b}` : `${b}${a}`)
  expect(perfectMatching([1, 0, -1, -1, 5, 4], isAllowed)).toEqual([1, 0, 3, 2, 5, 4])
  expect(perfectMatching([-1, 2, 1, 4, 3, -1], isAllowed)).toEqual([1, 0, 3, 2, 5, 4])
})
