import type { BrainTurn } from '../../game/brain.ts'
import type { Remark } from '../../game/remark.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { chancesOf } from '../chances.ts'
import { forecast } from '../forecast.ts'
import type { ClockMemory, Limits } from '../thinking.ts'
import { PROVEN_WIN, WIN } from './evaluation.ts'
import { make, writeMove, type FastBoard } from './fast-board.ts'
import { findMove } from './iterative-deepening.ts'
import { exactMoveIn, principalVariation } from './principal-variation.ts'
import { keyOf, makeSearchMemory, type SearchMemory } from './search-state.ts'

export interface SearcherMemory extends SearchMemory {
  readonly clock: ClockMemory
}

export const makeSearcherMemory = (): SearcherMemory => ({ ...makeSearchMemory(), clock: {} })

/** The answer to a turn: the move that `decide` finds. The memory learns the positions before and after it. */
export function answered(
  { legal, memory }: Pick<BrainTurn<QuoridorState, QuoridorMove, SearcherMemory>, 'legal' | 'memory'>,
  board: FastBoard,
  decide: (board: FastBoard) => number,
): QuoridorMove | undefined {
  memory.gameHistory.add(keyOf(board))
  const move = decide(board)
  make(board, move)
  memory.gameHistory.add(keyOf(board))
  const word = writeMove(move)
  return legal.includes(word) ? word : legal[0]
}

/** The move that the search finds within limits; it says in a remark what it saw. */
export function searched(
  { memory, remark }: { readonly memory: SearcherMemory; readonly remark: (said: Remark) => void },
  board: FastBoard,
  limits: Limits,
): number {
  const { move, score, depth, nodes } = findMove(board, memory, limits)
  const isSure = Math.abs(score) >= PROVEN_WIN
  remark({
    ...(isSure && { text: forecast(score, WIN - Math.abs(score)) }),
    score: chancesOf(score, SCORE_UNIT),
    depth,
    nodes,
    line: principalVariation(board, move, exactMoveIn(memory.table)),
  })
  return move
}

/** The unit of `chancesOf`, in points of the evaluation. */
const SCORE_UNIT = 1000
