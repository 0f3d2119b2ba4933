import type { Brain } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { chancesOf } from '../chances.ts'
import { distance, loadBoard, make, unmake, writeMove, type FastBoard } from './fast-board.ts'
import { legalMoves } from './moves.ts'

/** Looks one move ahead: takes the move with the best difference between the two shortest paths, a step where a wall is no better. */
export const blocker: Brain<QuoridorState, QuoridorMove> = {
  name: 'blocker',
  plays: 'walks a shortest path, or puts up a wall that costs the opponent two steps or more',
  game: 'quoridor',
  thinks: 'briefly',
  move({ view, seat, rng, remark }) {
    const board = loadBoard(view)
    // Steps come first in the list, and of equal moves the kind of the first one counts.
    const moves = legalMoves(board)
    const leads = moves.map((move) => leadAfter(board, move, seat))
    const best = Math.max(...leads)
    const equal = moves.filter((_, index) => leads[index] === best).map(writeMove)
    const steps = equal.filter((move) => move.length === 2)
    remark({ score: chancesOf(best, LEAD_UNIT), depth: 1 })
    return rng.pick(steps.length > 0 ? steps : equal)
  },
}

function leadAfter(board: FastBoard, move: number, seat: Seat): number {
  make(board, move)
  const lead = distance(board, otherSeat(seat)) - distance(board, seat)
  unmake(board, move)
  return lead
}

/** The unit of `chancesOf`, in steps. */
const LEAD_UNIT = 3.5
