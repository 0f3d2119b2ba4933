import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { chancesOf } from '../chances.ts'
import { forecast } from '../forecast.ts'
import { SURE, WIN } from './evaluation.ts'
import { loadBoard, make, readMove, writeMove, type FastBoard } from './fast-board.ts'
import { bestStep, raceResult, solveRace, type Race } from './race.ts'
import { fromTable, lineFrom } from './line.ts'
import { keyOf, makeSearchMemory, type SearchMemory } from './search-state.ts'
import { findMove } from './search.ts'
import { bookMove } from './opening.ts'
import { limitsFor, type ClockMemory } from '../thinking.ts'

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
  thinks: 'long',
  init: () => ({ ...makeSearchMemory(), clock: {} }),
  move(turn) {
    const { view, legal, memory } = turn
    const board = loadBoard(view)
    memory.past.add(keyOf(board))
    const move = decide(turn, board)
    make(board, move)
    memory.past.add(keyOf(board))
    const word = writeMove(move)
    return legal.includes(word) ? word : legal[0]
  },
}

function decide(turn: Turn, board: FastBoard): number {
  const known = bookMove(turn.view)
  if (known !== undefined) {
    turn.remark({ text: 'from the opening book', line: [known] })
    return readMove(known, board.size)
  }
  return isRace(board) && turn.timeLeft > RACE_MS ? raced(turn, board) : searched(turn, board)
}

/** Solving the race takes a moment. */
const RACE_MS = 500

const isRace = ({ wallsLeft }: FastBoard): boolean => wallsLeft[0] === 0 && wallsLeft[1] === 0

function raced({ memory, remark }: Turn, board: FastBoard): number {
  const race = (memory.race ??= solveRace(board))
  const step = bestStep(board, race)
  const result = raceResult(board, race)
  remark({
    text: 'only the pawns are left: solved',
    score: Math.sign(result),
    depth: Math.abs(result),
    line: lineFrom(board, step, (after) => bestStep(after, race)),
  })
  return step
}

function searched(turn: Turn, board: FastBoard): number {
  const { memory, remark } = turn
  const { move, score, depth, nodes } = findMove(board, memory, limitsFor(turn, memory.clock))
  const line = lineFrom(board, move, fromTable(memory.table))
  const isSure = Math.abs(score) >= SURE
  remark({
    ...(isSure && { text: forecast(score, WIN - Math.abs(score)) }),
    score: chancesOf(score, SCORE_UNIT),
    depth,
    nodes,
    line,
  })
  return move
}

/** The unit of chances, in hundredths of a step. */
const SCORE_UNIT = 1000
