import { advanced, createMind } from './advanced.ts'
import { rated } from './style.ts'

interface Budget {
  /** Positions a move, at most. */
  readonly most: number
  /** A position of a large board takes longer: there it searches so many cells, but never fewer positions than `least`. */
  readonly cells?: number
  readonly least?: number
}

/** `advanced` with few positions a move and without a clock: as strong on every machine. */
export const searcher = ({ most, cells = Infinity, least = 1 }: Budget): typeof advanced => ({
  ...advanced,
  name: `search-${most}`,
  plays: `plays as advanced, but searches at most ${most} positions a move`,
  // Their ratings were measured with this style, which `advanced` had, too.
  init: ({ view, seat }) => createMind(view, seat, rated),
  move(asked) {
    const { now: _, ...turn } = asked
    const allowed = Math.floor(cells / turn.memory.board.cells)
    const positions = Math.max(least, Math.min(most, allowed))
    return advanced.move({ ...turn, nodeBudget: Math.min(positions, turn.nodeBudget ?? positions) })
  },
})
