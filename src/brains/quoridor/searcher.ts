import type { Brain } from '../../game/brain.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { limitsFor } from '../thinking.ts'
import { loadBoard } from './fast-board.ts'
import { answered, makeSearcherMemory, searched, type SearcherMemory } from './searched.ts'

/**
 * The search of `advanced` with a fixed number of positions a move, without its opening book, network and endgame table. It is as strong on
 * every machine, as long as the clock leaves it the moment that it needs.
 */
export const searcher = (positions: number): Searcher =>
  searching(
    `search-${positions}`,
    `searches ${positions} positions a move and compares paths and walls`,
    positions,
    false,
  )

/** The same with the network. */
export const learnedSearcher = (positions: number): Searcher =>
  searching(
    `network-${positions}`,
    `searches ${positions} positions a move with a trained evaluation`,
    positions,
    true,
  )

type Searcher = Brain<QuoridorState, QuoridorMove, SearcherMemory>

const searching = (name: string, plays: string, positions: number, isLearned: boolean): Searcher => ({
  name,
  plays,
  game: 'quoridor',
  thinks: 'briefly',
  init: makeSearcherMemory,
  move(turn) {
    const limits = limitsFor(turn, turn.memory.clock)
    const nodes = Math.min(positions, turn.nodeBudget ?? positions)
    return answered(turn, loadBoard(turn.view, isLearned), (board) =>
      searched(turn, board, { ...limits, nodes }),
    )
  },
})
