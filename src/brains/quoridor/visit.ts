import { otherSeat } from '../../game/game.ts'
import { FAR } from './distances.ts'
import { evaluate, judge, SURE, WIN } from './evaluation.ts'
import { distance, make, measureWall, unmake, WALL, type FastBoard } from './fast-board.ts'
import { addPawnMoves, addUsefulWalls } from './moves.ts'
import { ILLEGAL, learn, pickBest, valueMoves, type Lessons } from './ordering.ts'
import { AT_LEAST, AT_MOST, EXACT, findSlot, store, type Table } from './table.ts'
import type { Limits } from '../thinking.ts'

/** How many plies deep a search can go, and how many moves it can have at each. */
export const [PLIES, WIDTH] = [64, 256] as const

export interface Search {
  readonly board: FastBoard
  readonly limits: Limits
  readonly table: Table
  readonly lessons: Lessons
  readonly past: ReadonlySet<string>
  readonly moves: Int16Array
  readonly values: Int32Array
  /** Keys of the positions on the way from the root. */
  readonly way: Int32Array
  /** The best move at the root so far. */
  best: number
  nodes: number
  /** At how many nodes to look at the clock again. */
  nextLook: number
  isStopped: boolean
}

/** What a position is worth for the side to move, looking `depth` plies ahead: true between `alpha` and `beta`. */
export function visit(search: Search, depth: number, alpha: number, beta: number, ply: number): number {
  const { board, table } = search
  if (distance(board, otherSeat(board.turn)) === 0) return ply - WIN
  if (ply > 0 && isRepeated(search, ply)) return 0
  if (ply >= PLIES - 1 || (depth <= 0 && !isMeeting(board, ply))) return evaluate(board)
  if (ply > 0 && isTimeUp(search)) return 0

  const slot = findSlot(table, board.low, board.high)
  const known = slot < 0 ? 0 : (table.moves[slot] as number)
  if (slot >= 0 && ply > 0 && (table.depths[slot] as number) >= depth) {
    const score = fromTable(table.scores[slot] as number, ply)
    const bound = table.bounds[slot]
    if (bound === EXACT || (bound === AT_LEAST && score >= beta) || (bound === AT_MOST && score <= alpha))
      return score
  }
  return depth <= 1
    ? visitLast(search, alpha, beta, ply, known)
    : visitMoves(search, depth, alpha, beta, ply, known)
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
  const { board, table, lessons, moves, values } = search
  const { low, high } = board
  search.way[2 * ply] = low
  search.way[2 * ply + 1] = high
  const begin = ply * WIDTH
  let end = addPawnMoves(board, moves, begin)
  if ((board.wallsLeft[board.turn] as number) > 0)
    end = addUsefulWalls(board, moves, end, depth >= WIDE_DEPTH)
  valueMoves(board, lessons, moves, values, begin, end, known, ply, true)

  let best = -WIN
  let bestMove = 0
  let bar = alpha
  for (let i = begin; i < end; i++) {
    pickBest(moves, values, i, end)
    const move = moves[i] as number
    if (values[i] === ILLEGAL) break
    search.nodes++
    make(board, move)
    const score = visitMove(search, depth, bar, beta, ply, move, i - begin)
    unmake(board, move)
    if (search.isStopped) return best
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
  const bound = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST
  store(table, low, high, depth, toTable(best, ply), bound, bestMove)
  return best
}

/** The last ply: a wall is only measured, not put up. */
function visitLast(search: Search, alpha: number, beta: number, ply: number, known: number): number {
  const { board, table, lessons, moves, values } = search
  const { low, high, turn } = board
  const walls = board.wallsLeft[turn] as number
  const theirWalls = board.wallsLeft[1 - turn] as number
  search.way[2 * ply] = low
  search.way[2 * ply + 1] = high
  const begin = ply * WIDTH
  let end = addPawnMoves(board, moves, begin)
  if (walls > 0) end = addUsefulWalls(board, moves, end, false)
  valueMoves(board, lessons, moves, values, begin, end, known, ply, false)
  let best = -WIN
  let bestMove = 0
  for (let i = begin; i < end && best < beta; i++) {
    pickBest(moves, values, i, end)
    const move = moves[i] as number
    let score: number
    search.nodes++
    if (move < WALL) {
      make(board, move)
      score = -visit(search, 0, -beta, -alpha, ply + 1)
      unmake(board, move)
    } else {
      measureWall(board, move - WALL, after)
      if (after[0] === FAR || after[1] === FAR) continue
      score = -judge(after[1 - turn] as number, after[turn] as number, theirWalls, walls - 1)
    }
    if (score > best) {
      best = score
      bestMove = move
    }
  }
  if (ply === 0 && best > alpha) search.best = bestMove
  if (search.isStopped) return best
  if (best >= beta) learn(lessons, board, bestMove, ply, 1)
  const bound = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST
  store(table, low, high, 1, toTable(best, ply), bound, bestMove)
  return best
}

const after = new Uint8Array(2)

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

const LOOK_EVERY = 200

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

function isTimeUp(search: Search): boolean {
  const { limits } = search
  if (search.nodes >= limits.nodes) search.isStopped = true
  else if (limits.now && search.nodes >= search.nextLook) {
    search.nextLook = search.nodes + LOOK_EVERY
    if (limits.now() >= limits.until) search.isStopped = true
  }
  return search.isStopped
}

/** A win is remembered by its distance from the position, not from the root. */
const toTable = (score: number, ply: number): number =>
  score > SURE ? score + ply : score < -SURE ? score - ply : score

const fromTable = (score: number, ply: number): number =>
  score > SURE ? score - ply : score < -SURE ? score + ply : score
