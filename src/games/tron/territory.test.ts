import { expect, test } from 'vitest'
import type { TronRules } from './config.ts'
import type { Cycle } from './rules.ts'
import { territory } from './territory.ts'

/** `A` and `B` are the cycles. */
function territoryOf(rows: readonly string[], edge: TronRules['edge'] = 'wall') {
  const cycleAt = (mark: string): Cycle => {
    const y = rows.findIndex((row) => row.includes(mark))
    return { x: rows[y]?.indexOf(mark) ?? 0, y, facing: 'n', boosts: 0, boosted: 0 }
  }
  return territory({
    rules: {
      width: rows[0]?.length ?? 0,
      height: rows.length,
      edge,
      timing: 'simultaneous',
      moves: 'relative',
      boosts: 0,
    },
    rows: rows.map((row) => row.replaceAll(/[AB]/g, '.')),
    cycles: [cycleAt('A'), cycleAt('B')],
    ply: 0,
  })
}

test('each cycle owns the cells that it reaches first, and neither owns a cell that both reach at once', () => {
  expect(territoryOf(['A...B'])).toEqual([1, 1])
  expect(territoryOf(['A...', '...B'])).toEqual([2, 2])
})

test('behind walls and trails a cycle owns its own room only', () => {
  expect(territoryOf(['A.#...', '..b..B'])).toEqual([3, 5])
})

test('on a torus a way leads over the edge', () => {
  expect(territoryOf(['AB.....'])).toEqual([0, 5])
  expect(territoryOf(['AB.....'], 'torus')).toEqual([2, 2])
})
