import type { BrainTurn } from '../../game/brain.ts'

/** What thinking may cost. */
export interface Meter {
  /** Notes one position looked at; false once it is time to answer. */
  spend(): boolean
  readonly isSpent: boolean
  /** A part of what is left now. */
  share(part: number): Meter
}

const LONGEST_MS = 900
const PART_OF_TIME = 0.5
/** For what happens between the answer and its arrival. */
const MARGIN_MS = 4
/** Without any measure, what a slow machine does in time. */
const CELLS_PER_MS = 4000
/** Reading the clock costs about as much as looking at this many cells. */
const CELLS_PER_LOOK = 3000

type Limits = Pick<BrainTurn, 'timeLeft' | 'now' | 'nodeBudget'>

/** Positions where the turn counts them, otherwise time; `cells` is how large a position is. */
export function createMeter({ timeLeft, now, nodeBudget }: Limits, cells: number): Meter {
  const ms = Math.max(0, Math.min(LONGEST_MS, PART_OF_TIME * timeLeft - MARGIN_MS))
  if (nodeBudget === undefined && now !== undefined) return clockMeter(now, now() + ms, cells)
  return nodeMeter(nodeBudget ?? Math.ceil((ms * CELLS_PER_MS) / cells))
}

function nodeMeter(nodes: number): Meter {
  let left = nodes
  return {
    spend: () => --left > 0,
    get isSpent() {
      return left <= 0
    },
    share: (part) => nodeMeter(Math.ceil(part * left)),
  }
}

function clockMeter(now: () => number, end: number, cells: number): Meter {
  const every = Math.max(1, Math.floor(CELLS_PER_LOOK / cells))
  let untilLook = every
  let isSpent = false
  return {
    spend() {
      if (--untilLook <= 0) {
        untilLook = every
        isSpent ||= now() >= end
      }
      return !isSpent
    },
    get isSpent() {
      return isSpent
    },
    share(part) {
      const at = now()
      return clockMeter(now, at + part * (end - at), cells)
    },
  }
}
