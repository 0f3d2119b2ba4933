import type { Seat } from '../../game/game.ts'
import type { Piece, Scene, Target } from '../../game/scene.ts'
import { lastMover, SQUARES, type Square, type TicTacToeState } from './rules.ts'

const place = (index: number): { x: number; y: number } => ({ x: index % 3, y: Math.floor(index / 3) })

export function scene(state: TicTacToeState): Scene {
  const pieces: Piece[] = []
  for (const [index, symbol] of [...state.board].entries()) {
    if (symbol === 'O') pieces.push({ ...place(index), seat: 0, shape: 'nought' })
    if (symbol === 'X') pieces.push({ ...place(index), seat: 1, shape: 'cross' })
  }
  const { line, ply } = state
  return {
    width: 3,
    height: 3,
    edge: 'none',
    tiles: ['...', '...', '...'],
    tile: 'stone',
    pieces,
    fences: [],
    cellNames: SQUARES,
    outlines: line ? [{ seat: lastMover(ply), label: 'three in a row', cells: line.map(place) }] : [],
    facts: [[], []],
  }
}

export const target = (_: TicTacToeState, _seat: Seat, move: Square): Target => ({
  kind: 'cell',
  ...place(SQUARES.indexOf(move)),
})
