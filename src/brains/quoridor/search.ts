import { SURE, WIN } from './evaluation.ts'
import type { FastBoard } from './fast-board.ts'
import { makeLessons, type Lessons } from './ordering.ts'
import { makeTable, type Table } from './table.ts'
import type { Limits } from '../thinking.ts'
import { PLIES, visit, WIDTH, type Search } from './visit.ts'

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

export const makeSearchMemory = (): SearchMemory => ({
  table: makeTable(),
  lessons: makeLessons(PLIES),
  past: new Set(),
})

/** Looks one ply deeper again and again until the limits are reached; the best move of the deepest look. */
export function findMove(board: FastBoard, memory: SearchMemory, limits: Limits): Found {
  const search: Search = {
    ...memory,
    board,
    limits,
    moves: new Int16Array(PLIES * WIDTH),
    values: new Int32Array(PLIES * WIDTH),
    way: new Int32Array(2 * PLIES),
    best: 0,
    nodes: 0,
    nextLook: 0,
    isStopped: false,
  }
  memory.lessons.killers.fill(0)
  const { history } = memory.lessons
  for (let i = 0; i < history.length; i++) history[i] = (history[i] as number) >> 3
  let score = searchRoot(search, 1)
  let depth = 1
  while (!search.isStopped && Math.abs(score) < SURE && depth < DEEPEST_LOOK) {
    const deeper = searchRoot(search, depth + 1, score)
    if (search.isStopped) break
    score = deeper
    depth++
  }
  return { move: search.best, score, depth, nodes: search.nodes }
}

const DEEPEST_LOOK = 40

/** First a narrow window around what is expected, then a wider one on the side where it failed. */
function searchRoot(search: Search, depth: number, expected?: number): number {
  if (expected === undefined || depth < 3) return visit(search, depth, -WIN, WIN, 0)
  for (let margin = 40; margin < 1000; margin *= 4) {
    const score = visit(search, depth, expected - margin, expected + margin, 0)
    if (search.isStopped || (score > expected - margin && score < expected + margin)) return score
  }
  return visit(search, depth, -WIN, WIN, 0)
}
