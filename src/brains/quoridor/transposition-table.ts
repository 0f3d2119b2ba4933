import { PROVEN_WIN } from './evaluation.ts'
import type { FastBoard } from './fast-board.ts'

/**
 * Four numbers a slot: both halves of the Zobrist key, the score, and move, depth and bound packed into one. A new entry
 * always replaces the old one.
 */
export type TranspositionTable = Int32Array

/** Whether the score is exact, or the search failed high or low. */
export const [EXACT, LOWER_BOUND, UPPER_BOUND] = [1, 2, 3] as const

const SLOTS = 1 << 18

export const makeTable = (): TranspositionTable => new Int32Array(4 * SLOTS)

/** The slot of a position, or -1. */
export function probe(table: TranspositionTable, { low, high }: FastBoard): number {
  const slot = 4 * (low & (SLOTS - 1))
  return table[slot] === low && table[slot + 1] === high && table[slot + 3] !== 0 ? slot : -1
}

export const boundIn = (table: TranspositionTable, slot: number): number => (table[slot + 3] as number) & 3
export const depthIn = (table: TranspositionTable, slot: number): number =>
  ((table[slot + 3] as number) >> 2) & 127
export const moveIn = (table: TranspositionTable, slot: number): number => (table[slot + 3] as number) >> 9

/** Proven wins are stored by their distance from the position, and read by their distance from the root. */
export function scoreIn(table: TranspositionTable, slot: number, ply: number): number {
  const score = table[slot + 2] as number
  return score > PROVEN_WIN ? score - ply : score < -PROVEN_WIN ? score + ply : score
}

/** Stores the score of a search between `alpha` and `beta`, and its best move. */
export function store(
  table: TranspositionTable,
  { low, high }: FastBoard,
  ply: number,
  depth: number,
  alpha: number,
  beta: number,
  score: number,
  move: number,
): void {
  const slot = 4 * (low & (SLOTS - 1))
  const bound = score >= beta ? LOWER_BOUND : score > alpha ? EXACT : UPPER_BOUND
  table[slot] = low
  table[slot + 1] = high
  table[slot + 2] = score > PROVEN_WIN ? score + ply : score < -PROVEN_WIN ? score - ply : score
  table[slot + 3] = (move << 9) | (depth << 2) | bound
}
