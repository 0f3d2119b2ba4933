import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawn } from './ask.fixture.ts'
import { createMeter, limitsFor } from '../thinking.ts'
import { BLOCKED, createBoard, FREE, loadState, type Board, type Code } from './board.ts'
import { fill, type Plan } from './fill.ts'
import { makeKernel, type Kernel } from './kernel.ts'
import { strongest, weightsFor } from './style.ts'

const boardOf = (picture: string, settings = {}): Board => {
  const state = drawn(picture, settings)
  return loadState(createBoard(state.rules), state)
}

function kernelOf(board: Board): Kernel {
  const kernel = makeKernel(board, 0, weightsFor(strongest(board), board, 0))
  kernel.load()
  return kernel
}

const planFor = (board: Board, nodeBudget = 1_000_000, known: readonly Code[] = []): Plan =>
  fill(kernelOf(board), 0, createMeter(limitsFor({ timeLeft: Infinity, nodeBudget }, {}), 1), known)

/** The longest way, by trying all of them. No way is longer than all cells that are still free, so one of that length ends the search. */
function longest(
  { tiles, next }: Board,
  head: number,
  free = tiles.filter((tile) => tile === FREE).length,
): number {
  let most = 0
  for (let arm = 0; arm < 4 && most < free; arm++) {
    const cell = next[4 * head + arm] as number
    if (tiles[cell] !== FREE) continue
    tiles[cell] = BLOCKED
    most = Math.max(most, 1 + longest({ tiles, next } as Board, cell, free - 1))
    tiles[cell] = FREE
  }
  return most
}

describe('filling a room', () => {
  test.each([
    ['a corridor', 'A....# ###### #####B', 4],
    ['a square', 'A..# ...# ...# ###B', 8],
    ['a square from the wrong colour', '.A.# ...# ...# ###B', 7],
    ['the longer of two branches', '...A..# ####### ######B', 3],
    ['a chamber before a corridor', '#A..### #.....# #...### ######B', 9],
    ['one of two rooms behind a door', '..#..... ..#..... ...A.... ..#..... #######B', 19],
  ])('%s', (_, picture, steps) => {
    const board = boardOf(picture)
    const plan = planFor(board)
    expect(plan.steps).toBe(longest(board, board.heads[0] as number))
    expect(plan).toMatchObject({ steps, isBest: true, isComplete: true })
  })

  test('is exact in small rooms, and never longer than the chambers promise', () => {
    const pictures = fc
      .array(fc.constantFrom('.', '.', '.', '#'), { minLength: 19, maxLength: 19 })
      .map((tiles) => ['A', ...tiles].join('').replaceAll(/(.{5})/g, '$1# ') + '#####B')
    fc.assert(
      fc.property(pictures, fc.constantFrom('wall', 'torus'), (picture, edge) => {
        const board = boardOf(picture, { edge })
        const most = longest(board, board.heads[0] as number)
        expect(kernelOf(board).stepsOf(0)).toBeGreaterThanOrEqual(most)
        expect(planFor(board)).toMatchObject({ steps: most, isBest: true })
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  test('goes on from an earlier plan', () => {
    const board = boardOf('A.....# ......# ......# ......# ######B')
    const [first = 0, ...rest] = planFor(board).moves
    expect(first).toBeGreaterThanOrEqual(0)
    const again = planFor(board, 1, [first, ...rest])
    expect(again).toMatchObject({ steps: 23, moves: [first, ...rest] })
  })
})
