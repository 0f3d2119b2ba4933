import { expect, test } from 'vitest'
import { longestGroup } from '../../games/longest-group/index.ts'
import { createMeter, limitsFor } from '../thinking.ts'
import { readField } from './field.ts'
import { fillRandomly } from './fill-randomly.fixture.ts'
import { searchTree, type Tree } from './tree.ts'

// The values are those of the search in TypeScript, before the kernel.
test.each([
  [
    'a board of 121 cells',
    { settings: {}, left: 60, nodes: 4000 },
    [
      { value: 0.448883, line: [92, 68, 74, 61] },
      { value: 0.433881, line: [61, 72, 71, 101] },
    ],
  ],
  [
    'a small board',
    { settings: { width: 6, height: 7 }, left: 30, nodes: 2000 },
    [
      { value: 0.589696, line: [20, 27, 32, 38] },
      { value: 0.548447, line: [21, 28, 22, 23] },
    ],
  ],
  [
    'a board that is measured by the rules',
    { settings: { width: 19, height: 8 }, left: 40, nodes: 200 },
    [
      { value: 0.534704, line: [29, 115, 140] },
      { value: 0.759288, line: [79, 150] },
    ],
  ],
] as const)(
  'a search finds the same on every machine, and the next one keeps what it knows: %s',
  (_, { settings, left, nodes }, expected) => {
    let state = fillRandomly(3, left, 'standard', settings)
    const tree: Tree = {}
    const found = expected.map(() => {
      const field = readField(state)
      const limits = limitsFor({ timeLeft: Infinity, nodeBudget: nodes }, {})
      const { value, line } = searchTree(tree, field, createMeter(limits, 32), 5)
      for (const cell of line.slice(0, 2)) {
        const seat = state.ply % 2 === 0 ? 0 : 1
        const move = field.names[cell] ?? longestGroup.legalMoves(state, seat)[0]
        if (move !== undefined) state = longestGroup.play(state, [{ seat, move }])
      }
      return { value: Number(value.toFixed(6)), line: line.slice(0, 4) }
    })
    expect(found).toEqual(expected)
  },
)

test('trees of one thread do not disturb each other', () => {
  const [one, other] = [1, 2].map((seed) => readField(fillRandomly(seed, 70)))
  if (one === undefined || other === undefined) throw new Error('no field')
  const search = (tree: Tree, field: typeof one) =>
    searchTree(tree, field, createMeter(limitsFor({ timeLeft: Infinity, nodeBudget: 400 }, {}), 32), 5)
  const alone = search({}, one)
  const trees: readonly [Tree, Tree] = [{}, {}]
  search(trees[0], other)
  search(trees[1], one)
  search(trees[0], other)
  expect(search({}, one)).toEqual(alone)
  expect(trees[0].kernel).not.toBe(trees[1].kernel)
})
