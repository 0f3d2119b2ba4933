import type { Limits } from '../thinking.ts'
import { SURE, WIN } from './evaluation.ts'
import type { FastBoard } from './fast-board.ts'
import { beginSearch, type Search, type SearchMemory } from './search-state.ts'
import { visit } from './visit.ts'

export interface Found {
  readonly move: number
  readonly score: number
  readonly depth: number
  readonly nodes: number
}

/** Looks one ply deeper again and again until the limits are reached; the best move of the deepest look. */
export function findMove(board: FastBoard, memory: SearchMemory, limits: Limits): Found {
  const search = beginSearch(board, memory, limits)
  const { meter } = search
  memory.lessons.killers.fill(0)
  const { history } = memory.lessons
  for (let i = 0; i < history.length; i++) history[i] = (history[i] as number) >> 3
  let score = searchRoot(search, 1)
  let depth = 1
  while (!meter.isSpent && Math.abs(score) < SURE && depth < DEEPEST_LOOK) {
    const deeper = searchRoot(search, depth + 1, score)
    if (meter.isSpent) break
    score = deeper
    depth++
  }
  return { move: search.best, score, depth, nodes: meter.nodes }
}

const DEEPEST_LOOK = 40

/** First a narrow window around what is expected, then a wider one on the side where it failed. */
function searchRoot(search: Search, depth: number, expected?: number): number {
  if (expected === undefined || depth < 3) return visit(search, depth, -WIN, WIN, 0)
  for (let margin = 40; margin < 1000; margin *= 4) {
    const score = visit(search, depth, expected - margin, expected + margin, 0)
    if (search.meter.isSpent || (score > expected - margin && score < expected + margin)) return score
  }
  return visit(search, depth, -WIN, WIN, 0)
}
