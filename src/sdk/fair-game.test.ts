import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell, Size } from '../base/grid.ts'
import { makeOuterWalls } from './board.ts'
import { explainFairness, fairGame } from './fair-game.ts'

const at = (x: number, y: number): Cell => ({ x, y })
const tournament = { width: 37, height: 10 }
const square = { width: 6, height: 6 }

test.each<[string, Size, readonly Cell[], Cell, Cell, string]>([
  ['the contest’s own map', tournament, makeOuterWalls(tournament), at(1, 1), at(35, 8), 'rotation by 180°'],
  ['a mirror image', tournament, [at(18, 0)], at(3, 4), at(33, 4), 'reflection left to right'],
  [
    'upside down',
    tournament,
    [at(1, 2), at(1, 6), at(4, 2), at(4, 6)],
    at(2, 3),
    at(2, 5),
    'reflection top to bottom',
  ],
  [
    'half a board further',
    { width: 8, height: 3 },
    [at(0, 0), at(1, 1), at(4, 0), at(5, 1)],
    at(2, 0),
    at(6, 0),
    'translation',
  ],
  [
    'a glide',
    { width: 8, height: 4 },
    [at(1, 0), at(1, 1), at(7, 2), at(7, 3), at(3, 0), at(5, 2)],
    at(2, 0),
    at(6, 2),
    'reflection left to right with a shift',
  ],
  [
    'a diagonal',
    square,
    [at(1, 2), at(2, 1), at(0, 3), at(3, 0), at(5, 5)],
    at(4, 1),
    at(1, 4),
    'reflection in a falling diagonal',
  ],
  [
    'the other diagonal',
    square,
    [at(5, 2), at(3, 0), at(0, 0), at(5, 5), at(1, 1), at(4, 4), at(4, 3), at(2, 1)],
    at(0, 2),
    at(3, 5),
    'reflection in a rising diagonal',
  ],
])('%s is fair', (_, size, walls, pos1, pos2, name) => {
  expect(explainFairness(size, walls, pos1, pos2)).toMatchObject({ fair: true, symmetry: { name } })
})

test('fairGame is true or false, so that it can stand in a condition', () => {
  expect(fairGame(tournament, makeOuterWalls(tournament), at(1, 1), at(35, 8))).toBe(true)
  expect(fairGame(tournament, makeOuterWalls(tournament), at(1, 1), at(35, 7))).toBe(false)
})

test('says which symmetry it is', () => {
  expect(explainFairness(tournament, makeOuterWalls(tournament), at(1, 1), at(35, 8))).toEqual({
    fair: true,
    symmetry: { name: 'rotation by 180°', map: '(x . y) → (36 - x . 9 - y)' },
    reason: 'a rotation by 180°, (x . y) → (36 - x . 9 - y), keeps the walls and swaps the starts',
  })
})

test('says which cell breaks each symmetry', () => {
  const verdict = explainFairness({ width: 5, height: 4 }, [at(0, 0)], at(1, 1), at(3, 2))
  if (verdict.fair) expect.fail('one wall in a corner is not fair')
  expect(verdict.broken.map(({ name }) => name)).toEqual([
    'rotation by 180°',
    'reflection left to right with a shift',
    'reflection top to bottom with a shift',
    'translation',
  ])
  expect(verdict.broken[0]).toEqual({
    name: 'rotation by 180°',
    map: '(x . y) → (4 - x . 3 - y)',
    cell: at(0, 0),
    image: at(4, 3),
    reason: 'the wall (0 . 0) goes to (4 . 3), which is not a wall',
  })
  expect(verdict.broken[3]?.reason).toBe(
    'the second start (3 . 2) goes to (0 . 3), which is not the first start',
  )
  expect(explainFairness(square, [at(0, 0), at(1, 0)], at(2, 2), at(4, 5))).toMatchObject({
    fair: false,
    broken: { length: 8 },
  })
})

test('bad arguments are refused in one sentence', () => {
  expect(() => explainFairness({ width: 0, height: 1 }, [], at(0, 0), at(0, 0))).toThrow(
    'expected a size like',
  )
  expect(() => explainFairness(square, [at(6, 0)], at(0, 0), at(1, 0))).toThrow(
    'expected walls that are cells of the board',
  )
  expect(() => explainFairness(square, [], at(0, 0), at(6, 0))).toThrow(
    'expected starts that are cells of the board',
  )
})

/** Every symmetry there is, one by one. */
function isFairByBruteForce(
  { width, height }: Size,
  walls: readonly Cell[],
  pos1: Cell,
  pos2: Cell,
): boolean {
  const key = ({ x, y }: Cell): number =>
    (((y % height) + height) % height) * width + (((x % width) + width) % width)
  const wanted = new Set(walls.map(key))
  const turns: ((cell: Cell) => Cell)[] = [
    ({ x, y }) => at(x, y),
    ({ x, y }) => at(-x, y),
    ({ x, y }) => at(x, -y),
    ({ x, y }) => at(-x, -y),
  ]
  if (width === height)
    turns.push(
      ...turns.map(
        (turn) =>
          ({ x, y }: Cell) =>
            turn(at(y, x)),
      ),
    )
  for (const turn of turns)
    for (let dx = 0; dx < width; dx++)
      for (let dy = 0; dy < height; dy++) {
        const image = (cell: Cell): number => key(at(turn(cell).x + dx, turn(cell).y + dy))
        if (
          image(pos1) === key(pos2) &&
          image(pos2) === key(pos1) &&
          walls.every((wall) => wanted.has(image(wall)))
        )
          return true
      }
  return false
}

test('agrees with trying every symmetry of small boards', () => {
  const cell = fc.record({ x: fc.nat(10), y: fc.nat(10) })
  let fair = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(cell, { maxLength: 4 }),
      cell,
      cell,
      (width, height, cells, a, b) => {
        const size = { width, height }
        const inside = ({ x, y }: Cell): Cell => at(x % width, y % height)
        const [walls, pos1, pos2] = [cells.map(inside), inside(a), inside(b)]
        const verdict = explainFairness(size, walls, pos1, pos2)
        expect(verdict.fair).toBe(isFairByBruteForce(size, walls, pos1, pos2))
        if (verdict.fair) fair++
        else expect(verdict.broken.length).toBe(width === height ? 8 : 4)
      },
    ),
    { numRuns: 3000, seed: 1 },
  )
  expect(fair).toBeGreaterThan(300)
})
