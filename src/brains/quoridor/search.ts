import { SURE, WIN } from './evaluation.ts'
import type { FastBoard } from './fast-board.ts'
import { makeLessons, type Lessons } from './ordering.ts'
import { findSlot, makeTable, type Table } from './table.ts'
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

