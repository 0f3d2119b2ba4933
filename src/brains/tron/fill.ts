import type { Seat } from '../../game/game.ts'
import type { Meter } from '../thinking.ts'
import type { Code } from './board.ts'
import type { Kernel } from './kernel.ts'

/** A path through a room that the rival cannot enter. */
export interface Plan {
  readonly moves: readonly Code[]
  /** Turns it lasts: its moves, plus the upper bound from the chambers for what comes after them. */
  readonly steps: number
  /** Whether its moves go all the way. */
  readonly isComplete: boolean
  /** Whether no path is longer. */
  readonly isBest: boolean
}

/** Improves a plan, or makes one, until the meter is spent or nothing can be better. */
export function fill(kernel: Kernel, seat: Seat, meter: Meter, known: readonly Code[]): Plan {
  kernel.moves.set(known)
  kernel.fill(seat, meter, known.length)
  const [length = 0, steps = 0, isComplete, isBest] = kernel.plan
  return {
    moves: Array.from(kernel.moves.subarray(0, length)),
    steps,
    isComplete: isComplete === 1,
    isBest: isBest === 1,
  }
}
