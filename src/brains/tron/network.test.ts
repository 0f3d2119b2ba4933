import { expect, test } from 'vitest'
import { SEATS, type Seat } from '../../game/game.ts'
import { drawn } from './ask.fixture.ts'
import { createBoard, loadState, type Board } from './board.ts'
import { makeKernel } from './kernel.ts'
import { strongest, weightsFor } from './style.ts'

const boardOf = (picture: string, settings = {}): Board => {
  const state = drawn(picture, settings)
  return loadState(createBoard(state.rules), state)
}

/** The value of a position for a seat, without a search. */
function valueFor(board: Board, seat: Seat): number {
  const kernel = makeKernel(board, seat, weightsFor(strongest(board), board, seat))
  kernel.load()
  return kernel.value()
}

const MIDDLE = `
  .............
  .............
  ......A......
  ......#......
  .......##....
  .............
  ....##.......
  .............
  .............
  ............B
`

test('the network judges boards up to the size of its training, where both move at once and without boosts', () => {
  const isLearned = (settings: object): boolean => strongest(boardOf(MIDDLE, settings)).isLearned
  expect(isLearned({})).toBe(true)
  expect(isLearned({ edge: 'torus' })).toBe(true)
  expect(isLearned({ timing: 'alternating' })).toBe(false)
  expect(isLearned({ boosts: 1 })).toBe(false)
  expect(isLearned({ width: 30, height: 21 })).toBe(false)
})

test('the network prefers the cycle in the middle to the one in the corner', () => {
  expect(valueFor(boardOf(MIDDLE), 0)).toBeGreaterThan(100)
})

test.each(['wall', 'torus'])('exchanging the cycles negates the learned value: %s', (edge) => {
  const board = boardOf(MIDDLE, { edge })
  const exchanged = boardOf(MIDDLE.replace('A', 'C').replace('B', 'A').replace('C', 'B'), { edge })
  const [mine, theirs] = SEATS.map((seat) => valueFor(board, seat))
  expect(mine).not.toBe(0)
  expect(theirs).toBe(-(mine as number))
  expect(valueFor(exchanged, 0)).toBe(theirs)
  expect(valueFor(exchanged, 1)).toBe(mine)
})
