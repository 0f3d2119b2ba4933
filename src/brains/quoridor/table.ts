import { SURE } from './evaluation.ts'
import type { FastBoard } from './fast-board.ts'

/**
 * Remembers positions that were searched: for each slot both halves of the key, the score, and the rest in one number.
 * A newer entry replaces an older one.
 */
export type Table = Int32Array

/** What a remembered score is: the true one, or only at least or at most so much. */
export const [EXACT, AT_LEAST, AT_MOST] = [1, 2, 3] as const

const SLOTS = 1 << 18

export const makeTable = (): Table => new Int32Array(4 * SLOTS)

/** Where a position is remembered, or -1 if nothing is known about it. */
export function findSlot(table: Table, { low, high }: FastBoard): number {
  const slot = 4 * (low & (SLOTS - 1))
  return table[slot] === low && table[slot + 1] === high && table[slot + 3] !== 0 ? slot : -1
}

export const boundIn = (table: Table, slot: number): number => (table[slot + 3] as number) & 3
export const depthIn = (table: Table, slot: number): number => ((table[slot + 3] as number) >> 2) & 127
export const moveIn = (table: Table, slot: number): number => (table[slot + 3] as number) >> 9

/** A win is remembered by its distance from the position, not from the root. */
export function scoreIn(table: Table, slot: number, ply: number): number {
  const score = table[slot + 2] as number
  return score > SURE ? score - ply : score < -SURE ? score + ply : score
}

/** Remembers what a search between `alpha` and `beta` found. */
export function store(
  table: Table,
  { low, high }: FastBoard,
  ply: number,
  depth: number,
  alpha: number,
  beta: number,
  score: number,
  move: number,
): void {
  const slot = 4 * (low & (SLOTS - 1))
  const bound = score >= beta ? AT_LEAST : score > alpha ? EXACT : AT_MOST
  table[slot] = low
  table[slot + 1] = high
  table[slot + 2] = score > SURE ? score + ply : score < -SURE ? score - ply : score
  table[slot + 3] = (move << 9) | (depth << 2) | bound
}
