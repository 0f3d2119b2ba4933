import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { Remark } from '../../game/remark.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { limitsFor } from '../thinking.ts'
import { loadBoard, readMove, type FastBoard } from './fast-board.ts'
import { bookMove } from './opening.ts'
import { drawPaths } from './path-marks.ts'
import { principalVariation } from './principal-variation.ts'
import { bestStep, raceResult, solveRace, type Race } from './race.ts'
import { answered, makeSearcherMemory, searched, type SearcherMemory } from './searched.ts'

interface AdvancedMemory extends SearcherMemory {
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
  init: makeSearcherMemory,
  move(turn) {
    const { view, seat, remark } = turn
    const drawn = drawPaths(view, seat)
    const say: Say = (said) => remark({ ...said, ...drawn })
    return answered(turn, loadBoard(view, true), (board) => decide({ ...turn, remark: say }, board))
  },
}

function decide(turn: Turn, board: FastBoard): number {
  const known = bookMove(turn.view)
  if (known !== undefined) {
    turn.remark({ text: 'from the opening book', line: [known] })
    return readMove(known, board.size)
  }
  return isRace(board) && turn.timeLeft > RACE_MS
    ? raced(turn, board)
    : searched(turn, board, limitsFor(turn, turn.memory.clock))
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
