import { describe, expect, test } from 'vitest'
import type { Seat } from '../../game/game.ts'
import { drawn } from './ask.fixture.ts'
import { createBoard, loadState, waysAround, type Board } from './board.ts'
import { createSpread } from './territory.ts'

const boardOf = (picture: string, settings = {}): Board => {
  const state = drawn(picture, settings)
  return loadState(createBoard(state.rules), state)
}

/** The owner of each cell: `a` and `b` for the seats, `=` for both, `.` for neither. */
function owners(board: Board, first: Seat): string {
  const { owner } = createSpread(board)(first)
  const { width } = board.rules
  const signs = Array.from(owner.subarray(0, board.cells), (whose) => '.ab='[whose]).join('')
  return signs.replaceAll(new RegExp(`(.{${width}})(?!$)`, 'g'), '$1 ')
}

describe('territory', () => {
  test.each([
    ['both at once', 'simultaneous', 0, 'aa=bb aa=bb aa=bb'],
    ['in turns, the first to move', 'alternating', 0, 'aaabb aaabb aaabb'],
    ['in turns, the second to move', 'alternating', 1, 'aabbb aabbb aabbb'],
  ] as const)('%s', (_, timing, first, expected) => {
    expect(owners(boardOf('A...B ..... .....', { timing }), first)).toBe(expected)
  })

  test('nobody goes on from a cell that both get to at once', () => {
    expect(owners(boardOf('A.B #.# #.#'), 0)).toBe('a=b ... ...')
  })
})

describe('ways around the board', () => {
  test.each([
    ['no edge is open where it is a wall', '..A .B. ...', 'wall', false, false],
    ['both are open on a torus', '..A .B. ...', 'torus', true, true],
    ['none where walls are all around', '##### #A.B# #####', 'torus', false, false],
    ['one pair of cells is enough', '#### A..B ####', 'torus', true, false],
    ['a wall on either side shuts a row', '#.A. ..B# #...', 'torus', false, true],
  ])('%s', (_, picture, edge, across, down) => {
    expect(waysAround(boardOf(picture, { edge }))).toEqual({ across, down })
  })
})
