import type { Limits } from '../thinking.ts'
import { PROVEN_WIN, WIN } from './evaluation.ts'
import type { FastBoard } from './fast-board.ts'
import { beginSearch, type Search, type SearchMemory } from './search-state.ts'
import { alphaBeta } from './alpha-beta.ts'

export interface SearchResult {
  readonly move: number
  readonly score: number
  readonly depth: number
  readonly nodes: number
}

/** Iterative deepening until the limits are reached: the best move of the deepest iteration. */
export function findMove(board: FastBoard, memory: SearchMemory, limits: Limits): SearchResult {
  const search = beginSearch(board, memory, limits)
  const { meter } = search
  memory.heuristics.killers.fill(0)
  const { history } = memory.heuristics
  // Cutoffs of earlier moves count less and less.
  for (let i = 0; i < history.length; i++) history[i] = (history[i] as number) >> 3
  let score = searchWithAspiration(search, 1)
  let depth = 1
  while (!meter.isSpent && Math.abs(score) < PROVEN_WIN && depth < MAX_DEPTH) {
    const deeper = searchWithAspiration(search, depth + 1, score)
    if (meter.isSpent) break
    score = deeper
    depth++
  }
  return { move: search.best, score, depth, nodes: meter.nodes }
}

const MAX_DEPTH = 40

/**
 * Aspiration windows: a narrow one around the score of the last iteration, wider ones as long as it fails, at last the
 * full one.
 */
function searchWithAspiration(search: Search, depth: number, expected?: number): number {
  if (expected === undefined || depth < 3) return alphaBeta(search, depth, -WIN, WIN, 0)
  for (let window = 40; window < 1000; window *= 4) {
    const score = alphaBeta(search, depth, expected - window, expected + window, 0)
    if (search.meter.isSpent || (score > expected - window && score < expected + window)) return score
  }
  return alphaBeta(search, depth, -WIN, WIN, 0)
}
