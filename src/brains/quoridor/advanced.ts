import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { SURE, WIN } from './evaluation.ts'
import { loadBoard, make, writeMove, type FastBoard } from './fast-board.ts'
import { bestStep, solveRace, type Race } from './race.ts'
import { findMove, makeSearchMemory, type SearchMemory } from './search.ts'
import { limitsFor, type ClockMemory } from '../thinking.ts'
import { keyOf } from './visit.ts'

interface AdvancedMemory extends SearchMemory {
  readonly clock: ClockMemory
  /** Solved when the walls are gone. */
  race?: Race
}

type Turn = BrainTurn<QuoridorState, QuoridorMove, AdvancedMemory>

/** Alpha-beta as deep as time allows over the moves that can matter. */
export const advanced: Brain<QuoridorState, QuoridorMove, AdvancedMemory> = {
  name: 'advanced',
  game: 'quoridor',
  init: () => ({ ...makeSearchMemory(), clock: {} }),
  move(turn) {
    const { view, legal, memory } = turn
    const board = loadBoard(view)
    memory.past.add(keyOf(board))
    const move = isRace(board) && turn.timeLeft > RACE_MS ? raced(turn, board) : searched(turn, board)
    make(board, move)
    memory.past.add(keyOf(board))
    const word = writeMove(move)
    return legal.includes(word) ? word : legal[0]
  },
}

/** Solving the race takes a moment. */
const RACE_MS = 500

const isRace = ({ wallsLeft }: FastBoard): boolean => wallsLeft[0] === 0 && wallsLeft[1] === 0

function raced({ memory, log }: Turn, board: FastBoard): number {
  memory.race ??= solveRace(board)
  log('only the pawns are left: solved')
  return bestStep(board, memory.race)
}

function searched(turn: Turn, board: FastBoard): number {
  const { memory, log } = turn
  const { move, score, depth, nodes } = findMove(board, memory, limitsFor(turn, memory.clock))
  log(`depth ${depth}, ${nodes} positions, ${describe(score)}`)
  return move
}

function describe(score: number): string {
  if (Math.abs(score) < SURE) return `${(score / 100).toFixed(2)} steps ahead`
  return score > 0 ? `won in ${WIN - score} plies` : `lost in ${WIN + score} plies`
}
