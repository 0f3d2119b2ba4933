import { expect, test } from 'vitest'
import { seededRng } from '../../base/rng.ts'
import { otherSeat } from '../../game/game.ts'
import { quoridor } from '../../games/quoridor/index.ts'
import { startOf, type QuoridorState } from '../../games/quoridor/state.ts'
import { evaluate, isRace } from './evaluation.ts'
import { distance, loadBoard, make, readMove, sumsAt, unmake, type FastBoard } from './fast-board.ts'
import { searchFrontier } from './frontier.ts'
import { addPawnMoves, addUsefulWalls, legalMoves } from './moves.ts'
import { HIDDEN, MOST } from './network.ts'
import { WEIGHTS } from './network-weights.ts'
import { beginSearch, makeSearchMemory } from './search-state.ts'

/** Positions of random games with both pawns still away from their goals. */
function positions(games: number): QuoridorState[] {
  const rng = seededRng(7)
  return Array.from({ length: games }, () => {
    let state = startOf({ size: 9, walls: 10 })
    for (let ply = 4 + rng.below(13); ply > 0; ply--) {
      const next = quoridor.play(state, [
        { seat: state.turn, move: rng.pick(quoridor.legalMoves(state, state.turn)) },
      ])
      if (quoridor.outcome(next)) break
      state = next
    }
    return state
  })
}

const sumsOf = (board: FastBoard): number[] => [...board.sums.subarray(sumsAt(board), sumsAt(board) + HIDDEN)]

test('the sums after moves are those of the position, and come back when the moves are taken back', () => {
  const board = loadBoard(startOf({ size: 9, walls: 10 }), true)
  const first = sumsOf(board)
  let state = startOf({ size: 9, walls: 10 })
  const rng = seededRng(1)
  const made: number[] = []
  for (let ply = 0; ply < 40 && !quoridor.outcome(state); ply++) {
    const move = rng.pick(quoridor.legalMoves(state, state.turn))
    state = quoridor.play(state, [{ seat: state.turn, move }])
    made.push(readMove(move, 9))
    make(board, made.at(-1) as number)
    expect(sumsOf(board)).toEqual(sumsOf(loadBoard(state, true)))
    expect(evaluate(board)).toBe(evaluate(loadBoard(state, true)))
  }
  while (made.length > 0) unmake(board, made.pop() as number)
  expect(sumsOf(board)).toEqual(first)
})

test('the last ply is worth what its moves are worth once they are made', () => {
  for (const state of positions(20)) {
    const board = loadBoard(state, true)
    const limits = {
      nodes: Infinity,
      until: Infinity,
      now: undefined,
      from: 0,
      latest: Infinity,
      clock: {},
    }
    const search = beginSearch(board, makeSearchMemory(), limits)
    const list = new Int16Array(256)
    const pawns = addPawnMoves(board, list, 0)
    const end =
      (board.wallsLeft[board.turn] as number) > 0 ? addUsefulWalls(board, list, pawns, false) : pawns
    const legal = new Set(legalMoves(board))
    const values = [...list.subarray(0, end)]
      .filter((move) => legal.has(move))
      .map((move) => {
        make(board, move)
        const value = distance(board, otherSeat(board.turn)) === 0 ? Infinity : -evaluate(board)
        unmake(board, move)
        return value
      })
    const best = Math.max(...values)
    if (best < Infinity) expect(searchFrontier(search, -30_000, 30_000, 1)).toBe(best)
  }
})

test('it corrects by a bounded number of points, and nothing where a race is decided', () => {
  const corrections = positions(40).map((state) => {
    const plain = loadBoard(state)
    const correction = evaluate(loadBoard(state, true)) - evaluate(plain)
    const [me, other] = [plain.turn, otherSeat(plain.turn)]
    const [walls, theirs] = [plain.wallsLeft[me] as number, plain.wallsLeft[other] as number]
    if (isRace(distance(plain, me), distance(plain, other), walls, theirs)) expect(correction).toBe(0)
    return correction
  })
  expect(Math.max(...corrections.map(Math.abs))).toBeLessThanOrEqual(MOST)
  expect(new Set(corrections).size).toBeGreaterThan(20)
})

// It was trained so; rows that are read for the wrong cells would make these values strangers to each other.
test('a position, its mirror image and the same with the players exchanged are worth nearly the same', () => {
  const pairs = positions(60).flatMap((state) => {
    const value = evaluate(loadBoard(state, true))
    return [mirrored, exchanged].map((turn) => Math.abs(value - evaluate(loadBoard(turn(state), true))))
  })
  const mean = pairs.reduce((sum, one) => sum + one, 0) / pairs.length
  expect(mean).toBeLessThan(40)
})

test('boards of other sizes are evaluated without it', () => {
  const state = startOf({ size: 7, walls: 8 })
  expect(loadBoard(state, true).network).toBeUndefined()
  expect(evaluate(loadBoard(state, true))).toBe(evaluate(loadBoard(state)))
})

test('the weights are smaller than a megabyte', () => {
  expect(WEIGHTS.length).toBeLessThan(1_000_000)
})

const ranks = (walls: string): string[] => walls.match(/.{8}/g) ?? []
const reversed = (text: string): string => [...text].toReversed().join('')

function mirrored(state: QuoridorState): QuoridorState {
  const [first, second] = state.pawns.map(
    (cell) => `${'ihgfedcba'['abcdefghi'.indexOf(cell.charAt(0))]}${cell.charAt(1)}`,
  )
  return {
    ...state,
    pawns: [first, second] as unknown as QuoridorState['pawns'],
    walls: ranks(state.walls).map(reversed).join(''),
  }
}

function exchanged(state: QuoridorState): QuoridorState {
  const [first, second] = state.pawns.map((cell) => `${cell.charAt(0)}${10 - Number(cell.charAt(1))}`)
  return {
    ...state,
    turn: otherSeat(state.turn),
    pawns: [second, first] as unknown as QuoridorState['pawns'],
    wallsLeft: [state.wallsLeft[1], state.wallsLeft[0]],
    walls: ranks(state.walls).toReversed().join(''),
  }
}
