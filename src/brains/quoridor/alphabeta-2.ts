import type { Brain } from '../../game/brain.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { chancesOf } from '../chances.ts'
import { distance, isOpen, loadBoard, make, unmake, WALL, writeMove, type FastBoard } from './fast-board.ts'
import { addAllWalls, addPawnMoves, legalMoves } from './moves.ts'

/**
 * Alpha-beta of depth 2. The evaluation is the difference between the two shortest paths. Of equal moves it takes the
 * first: pawn moves come before walls, and walls row by row from the top of the board.
 */
export const alphabeta2: Brain<QuoridorState, QuoridorMove> = {
  name: 'alphabeta-2',
  plays: 'looks two moves ahead and compares the two shortest paths',
  game: 'quoridor',
  thinks: 'briefly',
  move({ view, remark }) {
    const board = loadBoard(view)
    const [first, ...others] = legalMoves(board).toSorted((a, b) => orderOf(a) - orderOf(b))
    if (first === undefined) return undefined
    nodes = 0
    let move = first
    let best = scoreMove(board, first, -Infinity)
    for (const other of others) {
      const score = scoreMove(board, other, best)
      if (score > best) [best, move] = [score, other]
    }
    remark({
      score: Math.abs(best) === LOST ? Math.sign(best) : chancesOf(best + 1, LEAD_UNIT),
      depth: 2,
      nodes: nodes,
      line: [writeMove(move)],
    })
    return writeMove(move)
  },
}

/** Rank 8 first, in a rank from a to h, of one anchor the flat wall first. The pawn's moves stay as the rules list them. */
const orderOf = (move: number): number => (move < WALL ? -PAWNS_FIRST : wallOrder(move - WALL))

const PAWNS_FIRST = 1000
const wallOrder = (wall: number): number => (wall % 20) - 20 * Math.floor(wall / 20)

/** The score of a move after the best reply; a score not above `alpha` is only an upper bound. */
function scoreMove(board: FastBoard, move: number, alpha: number): number {
  make(board, move)
  const value = scoreReplies(board, alpha)
  unmake(board, move)
  return value
}

const LOST = 1000
/** The unit of `chancesOf`, in steps. */
const LEAD_UNIT = 2.5
let nodes = 0
const list = new Int16Array(256)

/** The lowest score of all replies, with a cutoff as soon as one is not above `alpha`. */
function scoreReplies(board: FastBoard, alpha: number): number {
  const replier = board.turn
  const asker = otherSeat(replier)
  if (distance(board, asker) === 0) return LOST
  let worst = LOST
  const walls = addPawnMoves(board, list, 0)
  const end = (board.wallsLeft[replier] as number) > 0 ? addAllWalls(board, list, walls) : walls
  for (let i = 0; i < end && worst > alpha; i++) {
    const reply = list[i] as number
    nodes++
    make(board, reply)
    if (reply < WALL || isOpen(board)) worst = Math.min(worst, difference(board, asker, replier))
    unmake(board, reply)
  }
  return worst
}

function difference(board: FastBoard, asker: Seat, replier: Seat): number {
  const theirs = distance(board, replier)
  return theirs === 0 ? -LOST : theirs - distance(board, asker)
}
