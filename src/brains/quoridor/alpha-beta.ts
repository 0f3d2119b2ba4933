import { otherSeat } from '../../game/game.ts'
import { evaluate, PROVEN_WIN, WIN } from './evaluation.ts'
import { distance, fits, make, makeNullMove, unmake, WALL, type FastBoard } from './fast-board.ts'
import { addPawnMoves, addUsefulWalls, isPawnMove } from './moves.ts'
import { ILLEGAL, recordCutoff, pickBest, scoreMoves } from './move-ordering.ts'
import { keyOf, MAX_PLY, MAX_MOVES, type Search } from './search-state.ts'
import {
  LOWER_BOUND,
  UPPER_BOUND,
  boundIn,
  depthIn,
  EXACT,
  probe,
  moveIn,
  scoreIn,
  store,
} from './transposition-table.ts'
import { searchFrontier } from './frontier.ts'

/**
 * Negamax alpha-beta with a transposition table: the score for the side to move, `depth` plies deep, exact between
 * `alpha` and `beta`.
 */
export function alphaBeta(search: Search, depth: number, alpha: number, beta: number, ply: number): number {
  const { board, table, meter } = search
  if (distance(board, otherSeat(board.turn)) === 0) return ply - WIN
  if (ply > 0 && isRepetition(search, ply)) return 0
  const isFrontier = depth <= 1 && (ply === 0 || !isUnquiet(board, ply))
  if (ply >= MAX_PLY - 1 || (isFrontier && depth <= 0)) return evaluate(board)
  if (ply > 0 && meter.isSpent) return 0

  const slot = probe(table, board)
  if (slot >= 0 && ply > 0 && depthIn(table, slot) >= depth) {
    const score = scoreIn(table, slot, ply)
    const bound = boundIn(table, slot)
    if (
      bound === EXACT ||
      (bound === LOWER_BOUND && score >= beta) ||
      (bound === UPPER_BOUND && score <= alpha)
    )
      return score
  }
  if (isFrontier) return searchFrontier(search, alpha, beta, ply)

  search.path[2 * ply] = board.low
  search.path[2 * ply + 1] = board.high
  if (ply > 0 && nullMoveHolds(search, depth, alpha, beta, ply)) return beta
  return searchMoves(search, depth, alpha, beta, ply, slot < 0 ? 0 : moveIn(table, slot))
}

/**
 * The null move heuristic: if a reduced search still fails high after a pass, so will a real move. Zugzwang is rare while
 * both sides have walls.
 */
function nullMoveHolds(search: Search, depth: number, alpha: number, beta: number, ply: number): boolean {
  const { board } = search
  const mayTry = depth >= 3 && beta - alpha === 1 && Math.abs(beta) < PROVEN_WIN && !search.isInNullMove
  if (!mayTry || board.wallsLeft[0] === 0 || board.wallsLeft[1] === 0 || evaluate(board) < beta) return false
  search.isInNullMove = true
  makeNullMove(board)
  const score = -alphaBeta(search, depth - 3, -beta, 1 - beta, ply + 1)
  makeNullMove(board)
  search.isInNullMove = false
  return score >= beta
}

/** Walls that only prepare something are generated from this depth on: below it no ply is left to use them. */
const WIDE_DEPTH = 4

function searchMoves(
  search: Search,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  hashMove: number,
): number {
  const { board, heuristics, meter, moves, values } = search
  const begin = ply * MAX_MOVES
  let best = -WIN
  let bestMove = 0
  let raisedAlpha = alpha
  // The move from the table often causes a cutoff: the others are generated only if it does not.
  let isListed = !isPseudoLegal(board, hashMove)
  let end = isListed ? listMoves(search, depth, begin, ply, 0) : begin + 1
  if (!isListed) moves[begin] = hashMove
  for (let i = begin; i < end || !isListed; i++) {
    if (i === end) {
      end = listMoves(search, depth, i, ply, hashMove)
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
    const score = searchMove(search, depth, raisedAlpha, beta, ply, move, i - begin)
    unmake(board, move)
    if (meter.isSpent) return best
    if (score > best) {
      best = score
      bestMove = move
      if (score > raisedAlpha) raisedAlpha = score
      if (ply === 0 && score > alpha) search.best = move
    }
    if (raisedAlpha >= beta) {
      recordCutoff(heuristics, board, move, ply, depth)
      break
    }
  }
  store(search.table, board, ply, depth, alpha, beta, best, bestMove)
  return best
}

/** Generates and scores all moves but `known`, from `begin` on; gives where they end. */
function listMoves(search: Search, depth: number, begin: number, ply: number, known: number): number {
  const { board, heuristics, moves, values } = search
  let end = addPawnMoves(board, moves, begin)
  if ((board.wallsLeft[board.turn] as number) > 0)
    end = addUsefulWalls(board, moves, end, depth >= WIDE_DEPTH)
  if (known !== 0) end = without(known, moves, begin, end)
  scoreMoves(board, heuristics, moves, values, begin, end, ply)
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

/** Two positions may share a key, so the move from the table is checked as far as that is cheap. */
const isPseudoLegal = (board: FastBoard, move: number): boolean =>
  move < WALL
    ? isPawnMove(board, move)
    : (board.wallsLeft[board.turn] as number) > 0 && fits(board, move - WALL)

/**
 * Principal variation search: the first move gets the full window, the others a null window; late walls get a late move
 * reduction.
 */
function searchMove(
  search: Search,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  move: number,
  index: number,
): number {
  if (index === 0) return -alphaBeta(search, depth - 1, -beta, -alpha, ply + 1)
  const isLate = depth >= 3 && index >= 4 && move >= WALL
  const reduction = isLate ? (index >= 12 ? 2 : 1) : 0
  let score = -alphaBeta(search, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1)
  if (reduction > 0 && score > alpha) score = -alphaBeta(search, depth - 1, -alpha - 1, -alpha, ply + 1)
  if (score > alpha && score < beta) score = -alphaBeta(search, depth - 1, -beta, -alpha, ply + 1)
  return score
}

/** A repeated position scores as a draw. Walls never go away, so the same side is to move every second ply. */
function isRepetition({ board, path, gameHistory }: Search, ply: number): boolean {
  for (let back = ply - 2; back >= 0; back -= 2)
    if (path[2 * back] === board.low && path[2 * back + 1] === board.high) return true
  return ply <= 2 && gameHistory.has(keyOf(board))
}

/**
 * Quiescence: without walls the distances decide the race, unless the pawns are close enough to jump. Then the search
 * goes on.
 */
function isUnquiet({ pawns, wallsLeft }: FastBoard, ply: number): boolean {
  if (wallsLeft[0] !== 0 || wallsLeft[1] !== 0 || ply > MAX_QUIESCENCE_PLY) return false
  const first = pawns[0] as number
  const second = pawns[1] as number
  return (
    Math.abs((first % 10) - (second % 10)) + Math.abs(Math.trunc(first / 10) - Math.trunc(second / 10)) <= 3
  )
}

const MAX_QUIESCENCE_PLY = 24
