import { advanced } from './advanced.ts'

/** Positions a move, and fewer where a position has many cells: a search on a large board takes no longer. */
const POSITIONS = { most: 100, least: 20, cells: 40_000 }

/** `advanced` with few positions and without a clock: as strong on every machine. */
export const searcher: typeof advanced = {
  ...advanced,
  name: 'searcher',
  plays: `plays as advanced, but searches at most ${POSITIONS.most} positions a move`,
  move({ now: _, ...turn }) {
    const { cells } = turn.memory.board
    const positions = Math.max(POSITIONS.least, Math.min(POSITIONS.most, Math.floor(POSITIONS.cells / cells)))
    return advanced.move({ ...turn, nodeBudget: Math.min(positions, turn.nodeBudget ?? positions) })
  },
}
