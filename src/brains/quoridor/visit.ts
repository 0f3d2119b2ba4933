import { otherSeat } from '../../game/game.ts'
import { evaluate, SURE, WIN } from './evaluation.ts'
import { distance, fits, make, pass, unmake, WALL, type FastBoard } from './fast-board.ts'
import { addPawnMoves, addUsefulWalls, isPawnMove } from './moves.ts'
import { ILLEGAL, learn, pickBest, valueMoves } from './ordering.ts'
import { keyOf, PLIES, WIDTH, type Search } from './search-state.ts'
import { AT_LEAST, AT_MOST, boundIn, depthIn, EXACT, findSlot, moveIn, scoreIn, store } from './table.ts'
import { visitLast } from './visit-last.ts'

/** What a position is worth for the side to move, looking `depth` plies ahead: true between `alpha` and `beta`. */
export function visit(search: Search, depth: number, alpha: number, beta: number, ply: number): number {
  const { board, table, meter } = search
  if (distance(board, otherSeat(board.turn)) === 0) return ply - WIN
  if (ply > 0 && isRepeated(search, ply)) return 0
  const isLast = depth <= 1 && (ply === 0 || !isMeeting(board, ply))
  if (ply >= PLIES - 1 || (isLast && depth <= 0)) return evaluate(board)
  if (ply > 0 && meter.isSpent) return 0

  const slot = findSlot(table, board)
  if (slot >= 0 && ply > 0 && depthIn(table, slot) >= depth) {
    const score = scoreIn(table, slot, ply)
    const bound = boundIn(table, slot)
    if (bound === EXACT || (bound === AT_LEAST && score >= beta) || (bound === AT_MOST && score <= alpha))
      return score
  }
  if (isLast) return visitLast(search, alpha, beta, ply)

  search.way[2 * ply] = board.low
  search.way[2 * ply + 1] = board.high
  if (ply > 0 && isGoodEnough(search, depth, alpha, beta, ply)) return beta
  return visitMoves(search, depth, alpha, beta, ply, slot < 0 ? 0 : moveIn(table, slot))
}

/**
 * Hardly ever is it best not to move. So if a position is good enough even when the opponent may move twice, it is good
 * enough; a shallow look tells.
 */
function isGoodEnough(search: Search, depth: number, alpha: number, beta: number, ply: number): boolean {
  const { board } = search
  const isWorthIt = depth >= 3 && beta - alpha === 1 && Math.abs(beta) < SURE && !search.hasPassed
  if (!isWorthIt || board.wallsLeft[0] === 0 || board.wallsLeft[1] === 0 || evaluate(board) < beta)
    return false
  search.hasPassed = true
  pass(board)
  const score = -visit(search, depth - 3, -beta, 1 - beta, ply + 1)
  pass(board)
  search.hasPassed = false
  return score >= beta
}

/** Walls that only prepare something are tried if so many plies are left to make use of them. */
const WIDE_DEPTH = 4

function visitMoves(
  search: Search,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  known: number,
): number {
  const { board, lessons, meter, moves, values } = search
  const begin = ply * WIDTH
  let best = -WIN
  let bestMove = 0
  let bar = alpha
  // What the table knows is often enough: the others are listed only if it is not.
  let isListed = !isPlausible(board, known)
  let end = isListed ? listMoves(search, depth, begin, ply, 0) : begin + 1
  if (!isListed) moves[begin] = known
  for (let i = begin; i < end || !isListed; i++) {
    if (i === end) {
      end = listMoves(search, depth, i, ply, known)
      isListed = true
      if (i === end) break
    }
    if (isListed) {
      pickBest(moves, values, i, end)
      if (values[i] === ILLEGAL) break
    }
    const move = moves[i] as number
    meter.spend()
    make(board, move)
    const score = visitMove(search, depth, bar, beta, ply, move, i - begin)
    unmake(board, move)
    if (meter.isSpent) return best
    if (score > best) {
      best = score
      bestMove = move
      if (score > bar) bar = score
      if (ply === 0 && score > alpha) search.best = move
    }
    if (bar >= beta) {
      learn(lessons, board, move, ply, depth)
      break
    }
  }
  store(search.table, board, ply, depth, alpha, beta, best, bestMove)
  return best
}

/** Lists and values all moves but `known`, from `begin` on; gives where they end. */
function listMoves(search: Search, depth: number, begin: number, ply: number, known: number): number {
  const { board, lessons, moves, values } = search
  let end = addPawnMoves(board, moves, begin)
  if ((board.wallsLeft[board.turn] as number) > 0)
    end = addUsefulWalls(board, moves, end, depth >= WIDE_DEPTH)
  if (known !== 0) end = without(known, moves, begin, end)
  valueMoves(board, lessons, moves, values, begin, end, ply)
  return end
}

function without(move: number, moves: Int16Array, begin: number, end: number): number {
  for (let i = begin; i < end; i++)
    if (moves[i] === move) {
      moves[i] = moves[end - 1] as number
      return end - 1
    }
  return end
}

/** Two positions may have one key, so what the table says is checked as far as that is cheap. */
const isPlausible = (board: FastBoard, move: number): boolean =>
  move < WALL
    ? isPawnMove(board, move)
    : (board.wallsLeft[board.turn] as number) > 0 && fits(board, move - WALL)

/** The first move gets the whole window; the others must show first that they are better, late ones at less depth. */
function visitMove(
  search: Search,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  move: number,
  index: number,
): number {
  if (index === 0) return -visit(search, depth - 1, -beta, -alpha, ply + 1)
  const isLate = depth >= 3 && index >= 4 && move >= WALL
  const less = isLate ? (index >= 12 ? 2 : 1) : 0
  let score = -visit(search, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
  if (less > 0 && score > alpha) score = -visit(search, depth - 1, -alpha - 1, -alpha, ply + 1)
  if (score > alpha && score < beta) score = -visit(search, depth - 1, -beta, -alpha, ply + 1)
  return score
}

/** Walls never go away, so only moves of pawns lead back. */
function isRepeated({ board, way, past }: Search, ply: number): boolean {
  for (let back = ply - 2; back >= 0; back -= 2)
    if (way[2 * back] === board.low && way[2 * back + 1] === board.high) return true
  return ply <= 2 && past.has(keyOf(board))
}

/** Without walls steps tell who wins, except where the pawns are about to jump: then look on. */
function isMeeting({ pawns, wallsLeft }: FastBoard, ply: number): boolean {
  if (wallsLeft[0] !== 0 || wallsLeft[1] !== 0 || ply > FURTHEST_MEETING) return false
  const first = pawns[0] as number
  const second = pawns[1] as number
  return (
    Math.abs((first % 10) - (second % 10)) + Math.abs(Math.trunc(first / 10) - Math.trunc(second / 10)) <= 3
  )
}

const FURTHEST_MEETING = 24
