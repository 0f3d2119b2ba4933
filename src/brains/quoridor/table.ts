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
export function findSlot(table: Table, low: number, high: number): number {
  const slot = 4 * (low & (SLOTS - 1))
  return table[slot] === low && table[slot + 1] === high && table[slot + 3] !== 0 ? slot : -1
}

export const scoreIn = (table: Table, slot: number): number => table[slot + 2] as number
export const boundIn = (table: Table, slot: number): number => (table[slot + 3] as number) & 3
export const depthIn = (table: Table, slot: number): number => ((table[slot + 3] as number) >> 2) & 127
export const moveIn = (table: Table, slot: number): number => (table[slot + 3] as number) >> 9

export function store(
  table: Table,
  low: number,
  high: number,
  depth: number,
  score: number,
  bound: number,
  move: number,
): void {
  const slot = 4 * (low & (SLOTS - 1))
  table[slot] = low
  table[slot + 1] = high
  table[slot + 2] = score
  table[slot + 3] = (move << 9) | (depth << 2) | bound
}
