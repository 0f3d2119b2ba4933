import type { Brain } from '../../game/brain.ts'
import { type QuoridorMove, type QuoridorState } from '../../games/quoridor/index.ts'
import { loadBoard, make, writeMove } from './fast-board.ts'
import { findMove, makeSearchMemory, type SearchMemory } from './search.ts'
import { limitsFor, type ClockMemory } from '../thinking.ts'
import { keyOf } from './visit.ts'

export interface AdvancedMemory extends SearchMemory {
  readonly clock: ClockMemory
}

/** Alpha-beta as deep as time allows over the moves that can matter. */
export const advanced: Brain<QuoridorState, QuoridorMove, AdvancedMemory> = {
  name: 'advanced',
  game: 'quoridor',
  init: () => ({ ...makeSearchMemory(), clock: {} }),
  move(turn) {
    const { view, legal, memory, log } = turn
    const limits = limitsFor(turn, memory.clock)
    const board = loadBoard(view)
    memory.past.add(keyOf(board))
    const { move, score, depth, nodes } = findMove(board, memory, limits)
    log(`depth ${depth}, ${nodes} positions, ${(score / 100).toFixed(2)} steps ahead`)
    make(board, move)
    memory.past.add(keyOf(board))
    const word = writeMove(move)
    return legal.includes(word) ? word : (legal[0] as QuoridorMove)
  },
}
