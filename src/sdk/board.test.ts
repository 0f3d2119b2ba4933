import { describe, expect, test } from 'vitest'
import {
  formatBoard,
  gameStatus,
  getPos,
  makeOuterWalls,
  printBoard,
  validMoves,
  validPosition,
  validSize,
  validWalls,
} from './board.ts'

const at = (x: number, y: number) => ({ x, y })
const size = { width: 5, height: 3 }

test('the moves are n w s e', () => {
  expect(validMoves).toEqual(['n', 'w', 's', 'e'])
})

test.each([
  ['n', at(2, 1), at(2, 0)],
  ['n', at(2, 0), at(2, 2)],
  ['w', at(0, 1), at(4, 1)],
  ['s', at(2, 2), at(2, 0)],
  ['e', at(4, 2), at(0, 2)],
] as const)('%s from %j leads to %j', (move, from, to) => {
  expect(getPos(move, from, size)).toEqual(to)
})

test('a move that is none is refused in one sentence', () => {
  expect(() => getPos('x' as 'n', at(0, 0), size)).toThrow('Cannot move "x": expected one of n w s e')
})

test('outer walls are all around, corners twice', () => {
  const walls = makeOuterWalls(size)
  expect(walls).toHaveLength(16)
  expect(formatBoard(size, walls, at(1, 1), at(3, 1), { ascii: true })).toBe(
    '# # # # #\n# 1 . 2 #\n# # # # #',
  )
})

describe('how a game stands', () => {
  const walls = [at(0, 0), at(1, 0)]
  test.each([
    [at(0, 0), at(1, 0), 'draw'],
    [at(0, 0), at(2, 0), 'p2'],
    [at(2, 0), at(1, 0), 'p1'],
    [at(2, 0), at(3, 0), 'not-over'],
    [at(2, 0), at(2, 0), 'draw'],
  ] as const)('%j against %j: %s', (pos1, pos2, status) => {
    expect(gameStatus(pos1, pos2, walls)).toBe(status)
  })
})

test.each([
  [size, true],
  [{ width: 1, height: 1 }, true],
  [{ width: 0, height: 3 }, false],
  [{ width: 2.5, height: 3 }, false],
  [{ width: '5', height: 3 }, false],
  [[5, 3], false],
  [null, false],
  [undefined, false],
  [7, false],
])('%j is a size: %j', (value, isSize) => {
  expect(validSize(value)).toBe(isSize)
})

test.each([
  [at(0, 0), true],
  [at(4, 2), true],
  [at(5, 2), false],
  [at(0, 3), false],
  [at(-1, 0), false],
  [at(0.5, 0), false],
  [{}, false],
  [null, false],
])('%j is a position: %j', (value, isPosition) => {
  expect(validPosition(size, value)).toBe(isPosition)
  expect(validWalls(size, [at(1, 1), at(1, 1), value])).toBe(isPosition)
})

test('walls are a list', () => {
  expect([validWalls(size, []), validWalls(size, 'outer'), validWalls(size, undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a board is printed with its symbols and an empty line', () => {
  let printed = ''
  const output = { write: (text: string) => (printed += text) }
  printBoard(size, [at(0, 0), at(4, 2)], at(1, 1), at(4, 2), { output })
  expect(printed).toBe('⌹ ∘ ∘ ∘ ∘\n∘ ⍋ ∘ ∘ ∘\n∘ ∘ ∘ ∘ ⍣\n\n')
  printed = ''
  printBoard(size, [], at(1, 1), at(3, 1), { output })
  expect(printed).toBe('∘ ∘ ∘ ∘ ∘\n∘ ⍋ ∘ ⍒ ∘\n∘ ∘ ∘ ∘ ∘\n\n')
  printed = ''
  printBoard(size, [at(0, 0)], at(2, 2), at(2, 2), { output, ascii: true })
  expect(printed).toBe('# . . . .\n. . . . .\n. . * . .\n\n')
})
