import type { BrainTurn } from '../game/brain.ts'

/** How long a brain may go on: asked at every position it looks at. */
export interface Limits {
  /** Positions to look at, at most. */
  readonly nodes: number
  /** When to stop by the clock, and the clock; without one only positions count. */
  readonly until: number
  readonly now: (() => number) | undefined
}

/** What a brain remembers of its clock: the time left at its first turn. */
export interface ClockMemory {
  first?: number
}

const LONGEST_MS = 1000
/** Where there is no clock to read, so many positions a millisecond are taken for granted. */
const SLOW_RATE = 20

/**
 * A clock that is as full as at the first turn is filled up again after each move: more than half of it may go.
 * One that runs down has to last for the round.
 */
export function limitsFor(
  { timeLeft, now, nodeBudget }: Pick<BrainTurn, 'timeLeft' | 'now' | 'nodeBudget'>,
  memory: ClockMemory,
): Limits {
  memory.first ??= timeLeft
  const isRefilled = timeLeft >= 0.9 * memory.first
  const ms = Math.min(LONGEST_MS, isRefilled ? 0.55 * timeLeft : timeLeft / 20)
  const nodes = nodeBudget ?? (now ? Infinity : SLOW_RATE * ms)
  return { nodes, until: now ? now() + ms : Infinity, now }
}
