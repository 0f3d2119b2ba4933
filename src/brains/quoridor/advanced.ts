import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { Remark } from '../../game/remark.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { chancesOf } from '../chances.ts'
import { forecast } from '../forecast.ts'
import { PROVEN_WIN, WIN } from './evaluation.ts'
import { loadBoard, make, readMove, writeMove, type FastBoard } from './fast-board.ts'
import { bestStep, raceResult, solveRace, type Race } from './race.ts'
import { exactMoveIn, principalVariation } from './principal-variation.ts'
import { keyOf, makeSearchMemory, type SearchMemory } from './search-state.ts'
import { findMove } from './iterative-deepening.ts'
import { bookMove } from './opening.ts'
import { drawPaths } from './path-marks.ts'
import { limitsFor, type ClockMemory } from '../thinking.ts'

interface AdvancedMemory extends SearchMemory {
  readonly clock: ClockMemory
  /** The endgame table, computed once both are out of walls. */
  race?: Race
}

type Say = (said: Remark) => void
type Turn = Omit<BrainTurn<QuoridorState, QuoridorMove, AdvancedMemory>, 'remark'> & { readonly remark: Say }

/** An opening book, then alpha-beta with iterative deepening, then an endgame table once both are out of walls. */
export const advanced: Brain<QuoridorState, QuoridorMove, AdvancedMemory> = {
  name: 'advanced',
  plays: 'knows openings, then searches as deep as its time allows, and solves races without walls',
  game: 'quoridor',
  thinks: 'long',
  init: () => ({ ...makeSearchMemory(), clock: {} }),
  move(turn) {
    const { view, seat, legal, memory, remark } = turn
    const board = loadBoard(view, true)
    memory.gameHistory.add(keyOf(board))
    const drawn = drawPaths(view, seat)
    const say: Say = (said) => remark({ ...said, ...drawn })
    const move = decide({ ...turn, remark: say }, board)
    make(board, move)
    memory.gameHistory.add(keyOf(board))
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

/** The endgame table takes a fraction of a second to compute. */
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
    line: principalVariation(board, step, (after) => bestStep(after, race)),
  })
  return step
}

function searched(turn: Turn, board: FastBoard): number {
  const { memory, remark } = turn
  const { move, score, depth, nodes } = findMove(board, memory, limitsFor(turn, memory.clock))
  const line = principalVariation(board, move, exactMoveIn(memory.table))
  const isSure = Math.abs(score) >= PROVEN_WIN
  remark({
    ...(isSure && { text: forecast(score, WIN - Math.abs(score)) }),
    score: chancesOf(score, SCORE_UNIT),
    depth,
    nodes,
    line,
  })
  return move
}

/** The unit of `chancesOf`, in points of the evaluation. */
const SCORE_UNIT = 1000
