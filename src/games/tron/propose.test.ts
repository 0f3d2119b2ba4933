import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { tron, type TronConfig } from './index.ts'
import { propose } from './propose.ts'
import { territory } from './territory.ts'

const square = {
  width: 10,
  height: 10,
  edge: 'wall',
  timing: 'simultaneous',
  moves: 'relative',
  boosts: 0,
  walls: 'none',
  starts: '0,0,s -1,-1,n',
  seats: 'fixed',
}
const seeds = Array.from({ length: 25 }, (_, seed) => seed)
const configOf = (settings: object): TronConfig => must(tron.parseConfig({ ...square, ...settings }))
const openingOf = (settings: object, seed = 0) => propose(configOf(settings), seededRng(seed))?.starts

/** The configuration of the opening of a seed. */
const opened = (settings: object, seed: number): TronConfig =>
  configOf({ ...settings, starts: openingOf(settings, seed) })

describe('an opening needs cycles that can meet, and room', () => {
  test.each([
    ['none: the first cycle starts on a wall', { walls: '0,0' }, false],
    ['none: the second cycle starts on a wall', { walls: '-1,-1' }, false],
    ['none: walls part the cycles', { walls: '0,1 1,1 2,1 2,0' }, false],
    ['none: a wall parts the board', { walls: column(5) }, false],
    [
      'none: the room is too small for a board of this size',
      { width: 20, height: 20, walls: allButRoom(), starts: '0,0 3,3' },
      false,
    ],
    ['one: these walls have a gap', { walls: '0,1 1,1 2,1' }, true],
    ['one: a torus leads around the walls', { walls: '0,1 1,1 2,1 2,0', edge: 'torus' }, true],
    ['one: the board has 16 cells', { width: 4, height: 4 }, true],
    ['none: the board has 15 cells', { width: 3, height: 5 }, false],
    [
      'none: in a corridor no cycle has a choice',
      { width: 20, height: 3, walls: row(0, 20) + row(2, 20), starts: '0,1 -1,1' },
      false,
    ],
  ])('%s', (_, settings, isProposed) => {
    expect(openingOf(settings) !== undefined).toBe(isProposed)
  })

  function column(x: number): string {
    return Array.from({ length: 10 }, (_, y) => `${x},${y}`).join(' ')
  }

  /** Walls everywhere but on the first four columns of the first four rows. */
  function allButRoom(): string {
    const cells = Array.from({ length: 400 }, (_, cell) => [cell % 20, Math.floor(cell / 20)])
    return cells.flatMap(([x = 0, y = 0]) => (x < 4 && y < 4 ? [] : [`${x},${y}`])).join(' ')
  }

  function row(y: number, width: number): string {
    return Array.from({ length: width }, (_, x) => `${x},${y} `).join('')
  }
})

describe.each([
  ['a board', {}, 6],
  ['a wide board', { width: 25, height: 5 }, 10],
  ['a torus', { edge: 'torus' }, 3],
  ['a small torus', { width: 5, height: 5, edge: 'torus' }, 3],
])('both starts on %s', (_, settings, apart) => {
  const { width, height } = configOf(settings)

  test(`are ${apart} steps apart or more`, () => {
    const steps = seeds.map((seed) => {
      const [one, other] = opened(settings, seed).starts
      const away = (a: number, b: number, size: number): number =>
        Math.min(Math.abs(a - b), 'edge' in settings ? size - Math.abs(a - b) : size)
      return away(one.x, other.x, width) + away(one.y, other.y, height)
    })
    expect(Math.min(...steps)).toBe(apart)
  })

  test('are no images of each other', () => {
    for (const seed of seeds) {
      const [one, other] = opened(settings, seed).starts
      const isAcross = one.x + other.x === width - 1
      const isDown = one.y + other.y === height - 1
      expect([isAcross && isDown, isAcross && one.y === other.y, isDown && one.x === other.x]).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  test('have nearly equal territories', () => {
    for (const seed of seeds) {
      const [one, other] = territory(tron.setup(opened(settings, seed), seededRng(0)))
      expect(Math.abs(one - other)).toBeLessThanOrEqual(0.03 * width * height)
    }
  })
})

test('a cycle can drive on from its start, and to one side at least', () => {
  // Walls on every second cell of every second row.
  const walls = Array.from({ length: 25 }, (_, i) => `${1 + 2 * (i % 5)},${2 * Math.floor(i / 5)}`).join(' ')
  for (const seed of seeds) {
    const state = tron.setup(opened({ walls }, seed), seededRng(0))
    for (const seat of [0, 1] as const) {
      const open = tron
        .legalMoves(state, seat)
        .filter((move) => !('isFatal' in tron.target(state, seat, move)))
      expect(open).toContain('forward')
      expect(open.length).toBeGreaterThan(1)
    }
  }
})

test.each([
  ['a board', {}, ['8,6,e 2,1,w', '6,7,e 4,2,n', '2,9,e 9,5,w']],
  [
    'a board where the first cycle moves first',
    { timing: 'alternating' },
    ['8,6,e 2,1,w', '6,7,e 4,2,n', '5,1,s 5,7,w'],
  ],
  [
    'a board on which no two starts are equal',
    { width: 3, height: 7 },
    ['1,0,w 0,6,e', '2,3,w 0,2,s', '1,4,w 2,2,w'],
  ],
  [
    'a board with a closed corner where the first cycle moves first',
    { timing: 'alternating', walls: '7,9 7,8 8,7 9,7 8,8', starts: '0,0,s -1,0,s' },
    ['0,5,n 6,1,e', '7,0,e 2,8,w', '0,4,n 8,3,s'],
  ],
  [
    'a torus with walls',
    { edge: 'torus', width: 12, height: 7, walls: '3,3 4,3 5,3 6,3 6,2' },
    ['11,1,s 0,6,w', '10,1,s 0,2,n', '9,1,w 0,4,w'],
  ],
])('the openings of a seed stay the same on %s', (_, settings, expected) => {
  expect([1, 2, 3].map((seed) => openingOf(settings, seed)?.join(' '))).toEqual(expected)
})
