import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Seat } from '../../game/game.ts'
import { quoridor } from './index.ts'
import type { QuoridorMove } from './names.ts'
import { shortestPathLength } from './paths.ts'
import { propose } from './propose.ts'
import { startOf } from './state.ts'

const seeds = Array.from({ length: 30 }, (_, seed) => seed)
const configOf = (settings: object) => must(quoridor.parseConfig({ size: 9, walls: 10, ...settings }))
const openingOf = (settings: object, seed: number): readonly QuoridorMove[] | undefined =>
  propose(configOf(settings), seededRng(seed))?.opening.split(' ') as readonly QuoridorMove[] | undefined
const numbers = (values: readonly number[]) => [...new Set(values)].toSorted((a, b) => a - b)

test.each([
  [{ size: 9 }, [4, 6, 8], [0, 1, 2, 3]],
  [{ size: 7, walls: 1 }, [4, 6, 8], [0, 1]],
  [{ size: 5 }, [4], [0, 1]],
  [{ size: 5, walls: 0 }, [4], [0]],
])(
  'an opening with %j has one of %j moves, with one of %j walls of each player',
  (settings, moves, walls) => {
    const openings = seeds.map((seed) => openingOf(settings, seed) ?? [])
    expect(numbers(openings.map(({ length }) => length))).toEqual(moves)
    const wallsOf = (opening: readonly string[], seat: Seat) =>
      opening.filter((move, ply) => ply % 2 === seat && move.length === 3).length
    for (const opening of openings) expect(wallsOf(opening, 0)).toBe(wallsOf(opening, 1))
    expect(numbers(openings.map((opening) => wallsOf(opening, 0)))).toEqual(walls)
  },
)

test('a step of an opening leads its pawn no farther from its goal', () => {
  for (const seed of seeds) {
    let state = startOf(configOf({}))
    for (const move of openingOf({}, seed) ?? []) {
      const [seat = 0] = quoridor.toMove(state)
      const before = shortestPathLength(state, seat)
      state = quoridor.play(state, [{ seat, move }])
      if (move.length === 2) expect(shortestPathLength(state, seat)).toBeLessThanOrEqual(before)
    }
  }
})

test('3×3 has no opening, and settings with an opening get no other', () => {
  expect(openingOf({ size: 3 }, 0)).toBeUndefined()
  expect(openingOf({ opening: 'e2 e8' }, 0)).toBeUndefined()
})

test('the openings of a seed stay the same', () => {
  expect([1, 2, 3].map((seed) => openingOf({}, seed)?.join(' '))).toEqual([
    'e2 f9 e3 e9',
    'd1 b6v e1 e8 d5h d8 d1 d7',
    'f1 f9 g1 e9 g2 e8',
  ])
})
