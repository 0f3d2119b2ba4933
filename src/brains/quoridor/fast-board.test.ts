import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { SEATS } from '../../game/game.ts'
import {
  quoridor,
  shortestPathLength,
  type QuoridorMove,
  type QuoridorState,
} from '../../games/quoridor/index.ts'
import { distanceFrom } from './distances.ts'
import {
  distance,
  loadBoard,
  make,
  measureWall,
  makeNullMove,
  readMove,
  unmake,
  WALL,
  writeMove,
  type FastBoard,
} from './fast-board.ts'
import { addUsefulWalls, isLegalWall, legalMoves } from './moves.ts'

const startOf = (preset: string): QuoridorState =>
  quoridor.setup(must(quoridor.parseConfig(quoridor.presets[preset])), seededRng(0))

describe('counts the same sequences of moves as the rules', () => {
  const most = 150_000
  const lines = readFileSync(new URL('../../games/quoridor/perft.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.includes('=') && !line.startsWith('#'))
  test.each(lines)('%s', (line) => {
    const [position = '', counts = ''] = line.split(' = ')
    const [preset = '', moves = ''] = position.split(':')
    const board = loadBoard(startOf(preset))
    for (const move of moves.trim().split(' '))
      if (move !== '') make(board, readMove(move as QuoridorMove, board.size))
    for (const [index, count] of counts.split(' ').map(Number).entries())
      if (count <= most) expect(perft(board, index + 1)).toBe(count)
  })
})

test.each(['standard', 'small'])('stays equal to the rules in random games: %s', (preset) => {
  for (let seed = 0; seed < 12; seed++) {
    const rng = seededRng(seed)
    let state = startOf(preset)
    const board = loadBoard(state)
    for (let ply = 0; ply < 100; ply++) {
      const [seat] = quoridor.toMove(state)
      if (seat === undefined) break
      const legal = quoridor.legalMoves(state, seat)
      expect(legalMoves(board).map(writeMove)).toEqual(legal)
      for (const each of SEATS) expect(distance(board, each)).toBe(shortestPathLength(state, each))
      // Walls more often than chance has it, so that the board gets crowded.
      const walls = legal.filter((move) => move.length === 3)
      const move = walls.length > 0 && rng.below(2) === 0 ? rng.pick(walls) : rng.pick(legal)
      make(board, readMove(move, board.size))
      state = quoridor.play(state, [{ seat, move }])
      expect(contents(board)).toEqual(contents(loadBoard(state)))
    }
  }
})

test('a move taken back leaves no trace, and a wall measured is as long a way as a wall put up', () => {
  const board = loadBoard(startOf('standard'))
  const rng = seededRng(5)
  for (let ply = 0; ply < 24; ply++) {
    const before = contents(board)
    for (const move of legalMoves(board)) {
      const after = SEATS.map((seat) => (move < WALL ? 0 : measureWall(board, move - WALL, seat)))
      make(board, move)
      if (move >= WALL) expect(after).toEqual(SEATS.map((seat) => distance(board, seat)))
      unmake(board, move)
    }
    makeNullMove(board)
    expect(contents(board)).not.toEqual(before)
    makeNullMove(board)
    expect(contents(board)).toEqual(before)
    make(board, rng.pick(legalMoves(board)))
  }
})

test('every wall that makes the opponent’s way longer is among the useful ones', () => {
  const list = new Int16Array(256)
  for (let seed = 0; seed < 20; seed++) {
    const rng = seededRng(seed)
    const board = loadBoard(startOf('standard'))
    for (let ply = 0; ply < 16 && distance(board, 0) > 0 && distance(board, 1) > 0; ply++) {
      const other = board.turn === 0 ? 1 : 0
      const before = distance(board, other)
      const useful = new Set(list.subarray(0, addUsefulWalls(board, list, 0, false)))
      const legal = legalMoves(board)
      for (const move of legal) {
        if (move < WALL || useful.has(move)) continue
        make(board, move)
        if (distance(board, other) !== before) expect.fail(`${writeMove(move)} was left out`)
        unmake(board, move)
      }
      const wide = [...list.subarray(0, addUsefulWalls(board, list, 0, true))]
      expect(legal).toEqual(expect.arrayContaining(wide.filter((move) => isLegalWall(board, move))))
      make(board, rng.pick(legal))
    }
  }
})

function perft(board: FastBoard, depth: number): number {
  if (distance(board, 0) === 0 || distance(board, 1) === 0) return 0
  const moves = legalMoves(board)
  if (depth === 1) return moves.length
  let leaves = 0
  for (const move of moves) {
    make(board, move)
    leaves += perft(board, depth - 1)
    unmake(board, move)
  }
  return leaves
}

/** Everything a position is, however much of its distances was asked for before. */
const contents = (board: FastBoard): object => ({
  turn: board.turn,
  pawns: [...board.pawns],
  wallsLeft: [...board.wallsLeft],
  shut: board.shut.join(),
  placed: board.placed.join(),
  open: board.open.join(),
  key: [board.low, board.high],
  distances: SEATS.map((seat) => cellsOf(board).map((cell) => distanceFrom(board, seat, cell, 0))),
})

const cellsOf = ({ size }: FastBoard): readonly number[] =>
  Array.from({ length: size * size }, (_, index) => 10 * (Math.floor(index / size) + 1) + (index % size) + 1)
