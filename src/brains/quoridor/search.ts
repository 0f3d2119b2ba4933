import { distance, isOpen, make, unmake, WALL, type FastBoard } from './fast-board.ts'
import { otherSeat } from '../../game/game.ts'
import { evaluate, SURE, WIN } from './evaluation.ts'
import { addPawnMoves, addUsefulWalls } from './moves.ts'
import { ILLEGAL, learn, makeLessons, pickBest, valueMoves, type Lessons } from './ordering.ts'
import { AT_LEAST, AT_MOST, EXACT, findSlot, makeTable, store, type Table } from './table.ts'
import type { Limits } from './thinking.ts'

/** What is kept from move to move. */
export interface SearchMemory {
  readonly table: Table
  readonly lessons: Lessons
  /** Positions of the round so far, by both halves of their keys: coming back to one gains nothing. */
  readonly past: Set<string>
}

export interface Found {
  readonly move: number
  readonly score: number
  readonly depth: number
  readonly nodes: number
}

const PLIES = 64
const WIDTH = 256

export const makeSearchMemory = (): SearchMemory => ({
  table: makeTable(),
  lessons: makeLessons(PLIES),
  past: new Set(),
})

interface Search {
  readonly board: FastBoard
  readonly limits: Limits
  readonly table: Table
  readonly lessons: Lessons
  readonly past: ReadonlySet<string>
  readonly moves: Int16Array
  readonly values: Int32Array
  /** Keys of the positions on the way from the root. */
  readonly way: Int32Array
  nodes: number
  isStopped: boolean
}

/** Looks one ply deeper again and again until the limits are reached; the best move of the deepest look. */
export function findMove(board: FastBoard, memory: SearchMemory, limits: Limits): Found {
  const search: Search = {
    ...memory,
    board,
    limits,
    moves: new Int16Array(PLIES * WIDTH),
    values: new Int32Array(PLIES * WIDTH),
    way: new Int32Array(2 * PLIES),
    nodes: 0,
    isStopped: false,
  }
  memory.lessons.killers.fill(0)
  const { history } = memory.lessons
  for (let i = 0; i < history.length; i++) history[i] = (history[i] as number) >> 3
  let found: Found | undefined
  for (let depth = 1; depth < PLIES / 2; depth++) {
    const score = searchRoot(search, depth, found?.score)
    const slot = findSlot(memory.table, board.low, board.high)
    if (search.isStopped && found) break
    found = { move: memory.table.moves[slot] as number, score, depth, nodes: search.nodes }
    if (search.isStopped || Math.abs(score) > SURE) break
  }
  return { ...(found as Found), nodes: search.nodes }
}

/** First a narrow window around what is expected, then a wider one on the side where it failed. */
function searchRoot(search: Search, depth: number, expected: number | undefined): number {
  if (expected === undefined || depth < 3) return visit(search, depth, -WIN, WIN, 0)
  for (let margin = 40; margin < 1000; margin *= 4) {
    const score = visit(search, depth, expected - margin, expected + margin, 0)
    if (search.isStopped || (score > expected - margin && score < expected + margin)) return score
  }
  return visit(search, depth, -WIN, WIN, 0)
}

function visit(search: Search, depth: number, alpha: number, beta: number, ply: number): number {
  const { board, table } = search
  if (distance(board, otherSeat(board.turn)) === 0) return ply - WIN
  if (ply > 0 && isRepeated(search, ply)) return 0
  if (depth <= 0 || ply >= PLIES - 1) return evaluate(board)
  if (isTimeUp(search)) return 0

  const slot = findSlot(table, board.low, board.high)
  const known = slot < 0 ? 0 : (table.moves[slot] as number)
  if (slot >= 0 && ply > 0 && (table.depths[slot] as number) >= depth) {
    const score = fromTable(table.scores[slot] as number, ply)
    const bound = table.bounds[slot]
    if (bound === EXACT || (bound === AT_LEAST && score >= beta) || (bound === AT_MOST && score <= alpha))
      return score
  }
  return visitMoves(search, depth, alpha, beta, ply, known)
}

function visitMoves(
  search: Search,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  known: number,
): number {
  const { board, table, lessons, moves, values } = search
  const { low, high } = board
  search.way[2 * ply] = low
  search.way[2 * ply + 1] = high
  const begin = ply * WIDTH
  let end = addPawnMoves(board, moves, begin)
  if ((board.wallsLeft[board.turn] as number) > 0) end = addUsefulWalls(board, moves, end, depth >= 2)
  valueMoves(board, lessons, moves, values, begin, end, known, ply, depth >= 2)

  let best = -WIN
  let bestMove = 0
  let bar = alpha
  for (let i = begin; i < end; i++) {
    pickBest(moves, values, i, end)
    const move = moves[i] as number
    if (values[i] === ILLEGAL) break
    make(board, move)
    if (move >= WALL && !isOpen(board)) {
      unmake(board, move)
      continue
    }
    search.nodes++
    const score = visitMove(search, depth, bar, beta, ply, move, i - begin)
    unmake(board, move)
    if (search.isStopped && (ply > 0 || bestMove !== 0)) return best
    if (score > best) {
      best = score
      bestMove = move
      if (score > bar) bar = score
      // At the root the best so far is kept, in case time runs out.
      if (ply === 0 && score > alpha) store(table, low, high, depth, score, AT_LEAST, move)
    }
    if (bar >= beta) {
      learn(lessons, board, move, ply, depth)
      break
    }
  }
  const bound = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST
  store(table, low, high, depth, toTable(best, ply), bound, bestMove)
  return best
}

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

export const keyOf = ({ low, high }: FastBoard): string => `${low} ${high}`

function isTimeUp(search: Search): boolean {
  const { limits } = search
  if (search.nodes >= limits.nodes) search.isStopped = true
  else if (limits.now && (search.nodes & 127) === 0 && limits.now() >= limits.until) search.isStopped = true
  return search.isStopped
}

/** A win is remembered by its distance from the position, not from the root. */
const toTable = (score: number, ply: number): number =>
  score > SURE ? score + ply : score < -SURE ? score - ply : score

const fromTable = (score: number, ply: number): number =>
  score > SURE ? score - ply : score < -SURE ? score + ply : score
