import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { otherSeat } from '../../game/game.ts'
import { quoridor, type QuoridorMove, type QuoridorState } from '../../games/quoridor/index.ts'
import { limitsFor } from '../thinking.ts'
import { loadBoard, writeMove } from './fast-board.ts'
import { bookEntry, bookMove } from './opening.ts'
import { BOOK_NODES, OPENING_BOOK } from './opening-book.ts'
import { makeSearchMemory } from './search-state.ts'
import { findMove } from './iterative-deepening.ts'

const start = (preset: string): QuoridorState =>
  quoridor.setup(must(quoridor.parseConfig(quoridor.presets[preset])), seededRng(0))

test.each(Object.entries(OPENING_BOOK))('%s: %s is legal', (key, move) => {
  const state = stateOf(key)
  expect(bookEntry(state).key).toBe(key)
  expect(quoridor.isLegal(state, 0, move)).toBe(true)
  expect(bookMove(state)).toBeDefined()
})

test('the first entry is what a long look finds', { timeout: 180_000 }, () => {
  const state = start('standard')
  const limits = limitsFor({ timeLeft: Infinity, nodeBudget: BOOK_NODES }, {})
  const { move } = findMove(loadBoard(state, true), makeSearchMemory(), limits)
  expect(bookMove(state)).toBe(writeMove(move))
})

test('other boards have no book', () => {
  expect(bookMove(start('small'))).toBeUndefined()
  expect(bookMove({ ...start('standard'), wallsLeft: [9, 9] })).toBeUndefined()
})

test('a position, its mirror image and the same seen from the other side are one entry', () => {
  assert(
    property(array(nat(1000), { maxLength: 12 }), (choices) => {
      const moves = playSome(choices)
      const state = played(moves)
      const { key, turn } = bookEntry(state)
      const image = played(moves.map(mirror))
      expect(bookEntry(image).key).toBe(key)
      expect(bookEntry(otherSide(state)).key).toBe(key)
      for (const move of quoridor.legalMoves(state, state.turn)) expect(turn(turn(move))).toBe(move)
    }),
    { numRuns: 50 },
  )
})

function playSome(choices: readonly number[]): readonly QuoridorMove[] {
  let state = start('standard')
  return choices.map((choice) => {
    const legal = quoridor.legalMoves(state, state.turn)
    const move = legal[choice % legal.length] as QuoridorMove
    state = quoridor.play(state, [{ seat: state.turn, move }])
    return move
  })
}

const played = (moves: readonly QuoridorMove[]): QuoridorState =>
  moves.reduce((state, move) => quoridor.play(state, [{ seat: state.turn, move }]), start('standard'))

function mirror(move: QuoridorMove): QuoridorMove {
  const files = move.length === 2 ? 'abcdefghi' : 'abcdefgh'
  return `${files.at(-1 - files.indexOf(move.charAt(0)))}${move.slice(1)}` as QuoridorMove
}

/** Top and bottom change places, and so do the players. */
function otherSide({ turn, pawns, wallsLeft, walls, size }: QuoridorState): QuoridorState {
  const flip = (cell: string) =>
    `${cell.charAt(0)}${10 - Number(cell.charAt(1))}` as QuoridorState['pawns'][0]
  const rows = Array.from({ length: 8 }, (_, row) => walls.slice(8 * row, 8 * row + 8))
  return {
    size,
    turn: otherSeat(turn),
    pawns: [flip(pawns[1]), flip(pawns[0])],
    wallsLeft: [wallsLeft[1], wallsLeft[0]],
    walls: rows.toReversed().join(''),
  }
}

/** The position that a key tells, with the first player to move. */
function stateOf(key: string): QuoridorState {
  const [pawns = '', mine, theirs, ...walls] = key.split(' ')
  const signs = Array<string>(64).fill('.')
  for (const wall of walls)
    signs[8 * (Number(wall.charAt(1)) - 1) + 'abcdefgh'.indexOf(wall.charAt(0))] = wall.charAt(2)
  return {
    size: 9,
    turn: 0,
    pawns: [pawns.slice(0, 2), pawns.slice(2)] as unknown as QuoridorState['pawns'],
    wallsLeft: [Number(mine), Number(theirs)],
    walls: signs.join(''),
  }
}
