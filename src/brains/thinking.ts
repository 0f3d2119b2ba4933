import type { BrainTurn } from '../game/brain.ts'

/** Time management: how long a search may go on. */
export interface Limits {
  /** Positions to look at, at most. */
  readonly nodes: number
  /** When to stop by the clock, and the clock; without one only nodes count. */
  readonly until: number
  readonly now: (() => number) | undefined
  /** When the search began, and the last moment at which an answer is still in time. */
  readonly from: number
  readonly latest: number
  readonly clock: ClockMemory
}

/** What a brain remembers of its clock from turn to turn. */
export interface ClockMemory {
  /** The time left at its first turn. */
  first?: number
  /** The longest time between two readings of the clock, decaying from turn to turn: a busy machine stalls a brain. */
  gap?: number
  /** The share of the time in which the machine ran something else, from 0 to 1, decaying from turn to turn. */
  lost?: number
}

const LONGEST_MS = 1000
/** Reserved for the way of the answer to the host. */
const MARGIN_MS = 4
/** Nodes in a millisecond, assumed where there is no clock to read. */
const SLOW_RATE = 20
/** The decay of `gap` and of `lost` from turn to turn. */
const GAP_KEPT = 0.9
const LOST_KEPT = 0.8
/** Longer than this between two readings of the clock, and several times as long as usual, is a stall. */
const STALL_MS = 2
const STALL_OF_USUAL = 4
/** `lost` is judged only after a search has gone on for so long. */
const JUDGED_AFTER_MS = 5

/**
 * The limits of one turn. A clock that is as full as at the first turn is a time per move: about half of it may be used,
 * and down to a quarter where the machine mostly runs something else: a thread that asks for little is let in sooner.
 * Any other clock has to last for the round. Call it first in a turn: the time of the search counts from here.
 */
export function limitsFor(
  { timeLeft, now, nodeBudget, waited = 0 }: Pick<BrainTurn, 'timeLeft' | 'now' | 'nodeBudget' | 'waited'>,
  clock: ClockMemory,
  slowRate = SLOW_RATE,
): Limits {
  clock.first ??= timeLeft
  clock.gap = Math.max(GAP_KEPT * (clock.gap ?? 0), waited)
  clock.lost = LOST_KEPT * (clock.lost ?? 0)
  const isRefilled = timeLeft >= 0.9 * clock.first
  const part = isRefilled ? 0.55 * timeLeft - MARGIN_MS : timeLeft / 20
  const ms = Math.max(0, Math.min(LONGEST_MS, part)) * (1 - clock.lost / 2)
  const from = now?.() ?? 0
  const asked = from - waited
  return {
    nodes: nodeBudget ?? (now ? Infinity : Math.round(slowRate * ms)),
    until: now ? asked + ms : Infinity,
    now,
    from,
    latest: asked + 0.9 * timeLeft - MARGIN_MS,
    clock,
  }
}

/** Counts of nodes fit into 32 bits. */
const MOST_NODES = 2 ** 31 - 1

/** Counts the nodes of a search and stops it at its limits. */
export interface Meter {
  /** Counts one node; false once it is time to stop. */
  spend(): boolean
  /** For a search that counts by itself: takes its count over, and gives the count at which to ask again, 0 once it is time to stop. */
  seen(count: number): number
  readonly isSpent: boolean
  /** Nodes counted. */
  readonly nodes: number
  /** A meter for a part of what is left now. */
  share(part: number): Meter
}

/**
 * Reads the clock once in `every` nodes. It stops early enough that a stall twice as long as the longest one lately would
 * not make the answer late. Where stalls take much of the time, a longer one is to be expected: the reserve grows up to
 * three times.
 */
export function createMeter(limits: Limits, every: number): Meter {
  const { now, clock, until, latest } = limits
  let nodes = 0
  let looked = limits.from
  let nextCheck = now ? 1 : limits.nodes
  let isSpent = false
  let usual = 0
  let stalled = 0

  function check(): void {
    if (nodes >= limits.nodes) isSpent = true
    else if (now) {
      const at = now()
      isSpent ||= at >= until || at + reserveAt(at) >= latest
    }
    nextCheck = Math.min(limits.nodes, nodes + every)
  }

  /** Notes how long the clock was not read, and gives the time to keep for the next such stall. */
  function reserveAt(at: number): number {
    const away = at - looked
    looked = at
    if (away > STALL_MS + STALL_OF_USUAL * usual) stalled += away - usual
    else usual += (away - usual) / 8
    const gone = at - limits.from
    const gap = Math.max(clock.gap ?? 0, away)
    const lost = Math.max(clock.lost ?? 0, gone > JUDGED_AFTER_MS ? stalled / gone : 0)
    clock.gap = gap
    clock.lost = lost
    return 2 * gap * (1 + 2 * lost)
  }

  return {
    spend() {
      if (++nodes >= nextCheck) check()
      return !isSpent
    },
    seen(count) {
      nodes = count
      if (nodes >= nextCheck) check()
      return isSpent ? 0 : Math.min(nextCheck, MOST_NODES)
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
