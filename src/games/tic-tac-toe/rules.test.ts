import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testGame } from '../../game/game.contract.ts'
import { ticTacToe } from './index.ts'
import { emptyBoard, outcome, play, SQUARES, type Square } from './rules.ts'

const reflect: Record<string, string> = { NW: 'NE', W: 'E', SW: 'SE', NE: 'NW', E: 'W', SE: 'SW' }
const rotate: Record<string, string> = {
  NW: 'NE',
  N: 'E',
  NE: 'SE',
  E: 'S',
  SE: 'SW',
  S: 'W',
  SW: 'NW',
  W: 'N',
}

testGame(ticTacToe, {
  perft: readFileSync(new URL('perft.txt', import.meta.url), 'utf8'),
  mirrors: [
    { name: 'left to right', move: (square) => reflect[square] ?? square },
    { name: 'turned by a quarter', move: (square) => rotate[square] ?? square },
  ],
})

const after = (...squares: Square[]) =>
  squares.reduce((state, move, ply) => play(state, [{ seat: ply % 2 === 0 ? 0 : 1, move }]), emptyBoard)

test.each([
  ['O wins a column', after('NW', 'N', 'W', 'C', 'SW'), { places: [1, 2], reason: 'line' }],
  ['X wins the diagonal', after('N', 'NW', 'NE', 'C', 'W', 'SE'), { places: [2, 1], reason: 'line' }],
  [
    'a full board is a draw',
    after('NW', 'N', 'NE', 'C', 'W', 'SW', 'E', 'SE', 'S'),
    { places: [1, 1], reason: 'full' },
  ],
  [
    'a line on the last square still wins',
    after('NW', 'N', 'NE', 'W', 'C', 'SW', 'E', 'S', 'SE'),
    { places: [1, 2], reason: 'line' },
  ],
  ['nothing yet', after('NW'), undefined],
] as const)('%s', (_, state, expected) => {
  expect(outcome(state)).toEqual(expected)
})

test('squares are read in any letter case and nothing else is', () => {
  const read = (text: string) => ticTacToe.notation.parseMove(text, emptyBoard)
  expect(SQUARES.map((square) => read(` ${square.toLowerCase()}\n`))).toEqual(
    SQUARES.map((value) => ({ ok: true, value })),
  )
  expect(read('')).toMatchObject({ ok: false, problem: { code: 'unreadable-move' } })
  expect(read('NNW')).toMatchObject({ ok: false })
})

test('O begins, and only the seat whose turn it is may take an empty square', () => {
  expect(ticTacToe.toMove(emptyBoard)).toEqual([0])
  expect(ticTacToe.toMove(after('NW'))).toEqual([1])
  const legal = (seat: 0 | 1, move: string) => ticTacToe.isLegal(after('NW'), seat, move)
  expect([legal(1, 'C'), legal(0, 'C'), legal(1, 'NW'), legal(1, 'c')]).toEqual([true, false, false, false])
})

test('the scene has the symbols where they are, and outlines the line that won', () => {
  const scene = ticTacToe.scene(after('NW', 'N', 'W', 'C', 'SW'))
  expect(scene).toEqual({
    width: 3,
    height: 3,
    edge: 'none',
    tiles: ['...', '...', '...'],
    tile: 'stone',
    pieces: [
      { x: 0, y: 0, seat: 0, shape: 'nought' },
      { x: 1, y: 0, seat: 1, shape: 'cross' },
      { x: 0, y: 1, seat: 0, shape: 'nought' },
      { x: 1, y: 1, seat: 1, shape: 'cross' },
      { x: 0, y: 2, seat: 0, shape: 'nought' },
    ],
    fences: [],
    cellNames: SQUARES,
    outlines: [
      {
        seat: 0,
        label: 'three in a row',
        cells: [
          { x: 0, y: 0 },
          { x: 0, y: 1 },
          { x: 0, y: 2 },
        ],
      },
    ],
    facts: [[], []],
  })
  expect(ticTacToe.scene(emptyBoard)).toMatchObject({ pieces: [], outlines: [] })
  expect(ticTacToe.target(emptyBoard, 0, 'S')).toEqual({ kind: 'cell', x: 1, y: 2 })
})
