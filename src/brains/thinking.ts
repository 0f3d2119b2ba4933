import type { BrainTurn } from '../game/brain.ts'

/** How far a brain may go before it answers. */
export interface Limits {
  /** Positions to look at, at most. */
  readonly nodes: number
  /** When to answer by the clock, and the clock; without one only positions count. */
  readonly until: number
  readonly now: (() => number) | undefined
  /** When thinking began, and when an answer would be all but late. */
  readonly from: number
  readonly latest: number
  readonly clock: ClockMemory
}

/** What a brain remembers of its clock from turn to turn. */
export interface ClockMemory {
  /** The time left at its first turn. */
  first?: number
  /** The longest time between two looks at the clock, lately: a busy machine makes a brain stand still. */
  gap?: number
}

const LONGEST_MS = 1000
/** For what happens between the answer and its arrival. */
const MARGIN_MS = 4
/** Where there is no clock to read, so many positions a millisecond are taken for granted. */
const SLOW_RATE = 20
/** How much of a gap is still expected at the next turn. */
const GAP_KEPT = 0.9

/**
 * A clock that is as full as at the first turn is filled up again after each move: about half of it may go. One that
 * runs down has to last for the round. To be called first thing in a turn: thinking begins here.
 */
export function limitsFor(
  { timeLeft, now, nodeBudget }: Pick<BrainTurn, 'timeLeft' | 'now' | 'nodeBudget'>,
  clock: ClockMemory,
  slowRate = SLOW_RATE,
): Limits {
  clock.first ??= timeLeft
  clock.gap = GAP_KEPT * (clock.gap ?? 0)
  const isRefilled = timeLeft >= 0.9 * clock.first
  const part = isRefilled ? 0.55 * timeLeft - MARGIN_MS : timeLeft / 20
  const ms = Math.max(0, Math.min(LONGEST_MS, part))
  const from = now?.() ?? 0
  return {
    nodes: nodeBudget ?? (now ? Infinity : Math.round(slowRate * ms)),
    until: now ? from + ms : Infinity,
    now,
    from,
    latest: from + 0.9 * timeLeft - MARGIN_MS,
    clock,
  }
}

/** What thinking has cost so far, against its limits. */
export interface Meter {
  /** Notes one position looked at; false once it is time to answer. */
  spend(): boolean
  readonly isSpent: boolean
  /** Positions noted. */
  readonly nodes: number
  /** A part of what is left now. */
  share(part: number): Meter
}

/**
 * Looks at the clock once in `every` positions. Where the machine made it wait before, it answers while there is time
 * to be made to wait twice as long again.
 */
export function createMeter(limits: Limits, every: number): Meter {
  const { now, clock, until, latest } = limits
  let nodes = 0
  let looked = limits.from
  let nextCheck = now ? 1 : limits.nodes
  let isSpent = false

  function check(): void {
    if (nodes >= limits.nodes) isSpent = true
    else if (now) {
      const at = now()
      clock.gap = Math.max(clock.gap ?? 0, at - looked)
      looked = at
      isSpent ||= at >= until || at + 2 * clock.gap >= latest
    }
    nextCheck = Math.min(limits.nodes, nodes + every)
  }

  return {
    spend() {
      if (++nodes >= nextCheck) check()
      return !isSpent
    },
    get isSpent() {
      return isSpent
    },
    get nodes() {
      return nodes
    },
    share(part) {
      const from = now?.() ?? 0
      return createMeter(
        {
          ...limits,
          nodes: Math.ceil(part * (limits.nodes - nodes)),
          until: from + part * (until - from),
          from,
        },
        every,
      )
    },
  }
}
