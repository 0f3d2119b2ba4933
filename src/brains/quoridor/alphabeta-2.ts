import type { Brain } from '../../game/brain.ts'
import type { QuoridorMove, QuoridorState } from '../../games/quoridor/index.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { chancesOf } from '../chances.ts'
import { distance, isOpen, loadBoard, make, unmake, WALL, writeMove, type FastBoard } from './fast-board.ts'
import { addAllWalls, addPawnMoves, legalMoves } from './moves.ts'

/** Looks at each of its moves and each reply, and takes what leaves the best difference between the two ways. */
export const alphabeta2: Brain<QuoridorState, QuoridorMove> = {
  name: 'alphabeta-2',
  game: 'quoridor',
  move({ view, rng, remark }) {
    const board = loadBoard(view)
    looked = 0
    let best = -LOST
    let choices: number[] = []
    for (const move of legalMoves(board)) {
      make(board, move)
      // Equal moves must show their true worth, so the bar stays one below the best.
      const score = worstReply(board, best - 1)
      unmake(board, move)
      if (score > best) [best, choices] = [score, []]
      if (score === best) choices.push(move)
    }
    const move = rng.pick(choices)
    remark({
      score: Math.abs(best) === LOST ? Math.sign(best) : chancesOf(best + 1, LEAD_UNIT),
      depth: 2,
      nodes: looked,
      line: [writeMove(move)],
    })
    return writeMove(move)
  },
}

const LOST = 1000
/** The unit of chances, in steps. */
const LEAD_UNIT = 2.5
let looked = 0
const list = new Int16Array(256)

/** The difference the opponent can bring about, or anything not above `bar` as soon as it is that bad. */
function worstReply(board: FastBoard, bar: number): number {
  const replier = board.turn
  const asker = otherSeat(replier)
  if (distance(board, asker) === 0) return LOST
  let worst = LOST
  const walls = addPawnMoves(board, list, 0)
  const end = (board.wallsLeft[replier] as number) > 0 ? addAllWalls(board, list, walls) : walls
  for (let i = 0; i < end && worst > bar; i++) {
    const reply = list[i] as number
    looked++
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
