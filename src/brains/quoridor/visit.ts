import { otherSeat } from '../../game/game.ts'
import { distanceFrom, FAR } from './distances.ts'
import { evaluate, judge, SURE, WIN } from './evaluation.ts'
import { distance, fits, make, unmake, WALL, type FastBoard } from './fast-board.ts'
import { addPawnMoves, addUsefulWalls, isPawnMove, measureUseful } from './moves.ts'
import { ILLEGAL, learn, pickBest, valueMoves, type Lessons } from './ordering.ts'
import {
  AT_LEAST,
  AT_MOST,
  boundIn,
  depthIn,
  EXACT,
  findSlot,
  moveIn,
  scoreIn,
  store,
  type Table,
} from './table.ts'
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
  const known = slot < 0 ? 0 : moveIn(table, slot)
  if (slot >= 0 && ply > 0 && depthIn(table, slot) >= depth) {
    const score = fromTable(scoreIn(table, slot), ply)
    const bound = boundIn(table, slot)
    if (bound === EXACT || (bound === AT_LEAST && score >= beta) || (bound === AT_MOST && score <= alpha))
      return score
  }
  return depth <= 1 && !isMeeting(board, ply)
    ? visitLast(search, alpha, beta, ply)
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

/** The last ply: moves are only measured, not made. */
function visitLast(search: Search, alpha: number, beta: number, ply: number): number {
  const { board, table, moves } = search
  const { turn, wallsLeft, low, high } = board
  const other = otherSeat(turn)
  const walls = wallsLeft[turn] as number
  const theirWalls = wallsLeft[other] as number
  const theirs = distance(board, other)
  const mine = distance(board, turn)
  const begin = ply * WIDTH
  let best = -WIN
  let bestMove = 0
  const pawnMoves = addPawnMoves(board, moves, begin)
  for (let i = begin; i < pawnMoves; i++) {
    const move = moves[i] as number
    search.nodes++
    const left = distanceFrom(board, turn, move, Math.max(0, mine - 2))
    const score = left === 0 ? WIN - ply - 1 : -judge(theirs, left, theirWalls, walls)
    if (score <= best) continue
    best = score
    bestMove = move
  }
  if (walls > 0 && best < beta) {
    const end = addUsefulWalls(board, moves, pawnMoves, false)
    for (let i = pawnMoves; i < end; i++) {
      const move = moves[i] as number
      search.nodes++
      const theirsAfter = measureUseful(board, move - WALL, other)
      if (theirsAfter === FAR) continue
      const mineAfter = measureUseful(board, move - WALL, turn)
      if (mineAfter === FAR) continue
      const score = -judge(theirsAfter, mineAfter, theirWalls, walls - 1)
      if (score <= best) continue
      best = score
      bestMove = move
      if (best >= beta) break
    }
  }
  if (ply === 0) search.best = bestMove
  const bound = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST
  store(table, low, high, 1, toTable(best, ply), bound, bestMove)
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

/** Two positions may have one key, so what the table says is checked as far as that is cheap. */
const isPlausible = (board: FastBoard, move: number): boolean =>
  move < WALL
    ? isPawnMove(board, move)
    : (board.wallsLeft[board.turn] as number) > 0 && fits(board, move - WALL)

function without(move: number, moves: Int16Array, begin: number, end: number): number {
  for (let i = begin; i < end; i++)
    if (moves[i] === move) {
      moves[i] = moves[end - 1] as number
      return end - 1
    }
  return end
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
