import type { Cell } from '../../base/grid.ts'

/** A move that is a column and a row, `3,4`. */
export function readCell(move: string): Cell | undefined {
  const match = /^\s*(-?\d{1,9})(?:\s*,\s*|\s+)(-?\d{1,9})\s*$/.exec(move)
  return match ? { x: Number(match[1]), y: Number(match[2]) } : undefined
}

export const cellKey = ({ x, y }: Cell): string => `${x},${y}`
