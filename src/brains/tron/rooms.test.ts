import { expect, test } from 'vitest'
import { seededRng } from '../../base/rng.ts'
import { SEATS } from '../../game/game.ts'
import type { TronState } from '../../games/tron/index.ts'
import { drawn } from './ask.fixture.ts'
import { createBoard, loadState } from './board.ts'
import { makeKernel, type Kernel } from './kernel.ts'
import { strongest, weightsFor } from './style.ts'

/** A board with so many random walls in a hundred cells, and two cycles. */
function randomPicture(width: number, height: number, walls: number, seed: number): string {
  const rng = seededRng(seed)
  const tiles = Array.from<unknown, string>({ length: width * height }, () =>
    rng.below(100) < walls ? '#' : '.',
  )
  const first = rng.below(tiles.length)
  tiles[first] = 'A'
  tiles[(first + 1 + rng.below(tiles.length - 1)) % tiles.length] = 'B'
  return Array.from({ length: height }, (_, y) => tiles.slice(y * width, (y + 1) * width).join('')).join(' ')
}

function valueOf(kernel: Kernel): number {
  kernel.load()
  return kernel.value()
}

const RULES = [
  {},
  { edge: 'torus' },
  { boosts: 2 },
  { timing: 'alternating', boosts: 1 },
  { edge: 'torus', timing: 'alternating' },
  { edge: 'torus', boosts: 1 },
]
// Boards of up to 32 columns and 31 rows are evaluated by planes, the others by rows.
const SIZES = [
  [20, 20],
  [30, 20],
  [21, 15],
  [3, 200],
  [62, 7],
  [16, 30],
  [13, 13],
  [32, 31],
  [32, 32],
  [33, 12],
] as const
const WALLS = [2, 10, 20, 30]

test.each(RULES)('a position has the same value by planes, by rows and cell by cell: %j', (rules) => {
  const values = new Set<number>()
  for (const [width, height] of SIZES) {
    const pictures = WALLS.flatMap((walls) =>
      Array.from({ length: 30 }, (_, seed) => randomPicture(width, height, walls, seed)),
    )
    const states = pictures.map((picture) => drawn(picture, rules))
    const board = createBoard((states[0] as TronState).rules)
    for (const seat of SEATS)
      for (const isLearned of [false, true]) {
        const weights = { ...weightsFor(strongest(board), board, seat), isLearned }
        const kernels = [true, false].map((isByRows) => makeKernel(board, seat, { ...weights, isByRows }))
        for (const [index, state] of states.entries()) {
          loadState(board, state)
          const [byRows = 0, byCells] = kernels.map(valueOf)
          expect(byRows, pictures[index]).toBe(byCells)
          values.add(byRows)
        }
      }
  }
  expect(values.size).toBeGreaterThan(1000)
})

test('one long corridor through the largest board, where each cell is a chamber of its own, is measured by rows as well', () => {
  const corridor = Array.from({ length: 199 }, (_, y) =>
    y % 2 === 0 ? '.'.repeat(62) : y % 4 === 1 ? `${'#'.repeat(61)}.` : `.${'#'.repeat(61)}`,
  ).join(' ')
  const state = drawn(`A${corridor.slice(1, -1)}B`)
  const board = loadState(createBoard(state.rules), state)
  const weights = weightsFor(strongest(board), board, 0)
  const [byRows, byCells] = [true, false].map((isByRows) =>
    valueOf(makeKernel(board, 0, { ...weights, isByRows })),
  )
  expect(byRows).toBe(byCells)
})
