import { advanced, createMind } from './advanced.ts'
import { SMALL_BOARD } from './large-boards.ts'
import { rated } from './style.ts'

interface Budget {
  /** Positions a move. */
  readonly positions: number
  /** A position of a wide board takes longer: there it searches fewer positions, which have so many cells together. */
  readonly cells?: number
  /** Positions a move on boards of more than `SMALL_BOARD` cells: there the steps of the ladder are measured on their own. */
  readonly onLargeBoard: number
}

/** `advanced` with few positions a move and without a clock: as strong on every machine. */
export const searcher = ({ positions, cells = Infinity, onLargeBoard }: Budget): typeof advanced => ({
  ...advanced,
  name: `search-${positions}`,
  plays: `plays as advanced, but searches only ${positions} positions a move, ${onLargeBoard} on a large board`,
  // Their ratings were measured with this style, which `advanced` had, too.
  init: ({ view, seat }) => createMind(view, seat, rated),
  move(asked) {
    const { now: _, ...turn } = asked
    const { cells: size } = turn.memory.board
    const allowed = size > SMALL_BOARD ? onLargeBoard : Math.min(positions, Math.floor(cells / size))
    return advanced.move({ ...turn, nodeBudget: Math.min(allowed, turn.nodeBudget ?? allowed) })
  },
})
