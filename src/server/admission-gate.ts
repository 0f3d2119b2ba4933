import { openRoundRobin } from '../base/round-robin.ts'
import { openTokenBuckets } from '../protocols/token-buckets.ts'
import { threadCpuMs } from '../runner/thread-cpu-ms.ts'

/** What requests other than players' own may use of the event loop. */
export interface GateLimits {
  /** Milliseconds of processor time in the main thread that one address or team may use at once, and in each second after that. */
  readonly burstMs: number
  readonly msPerSecond: number
  /** Requests of one address or team, and of all, that wait for their turn. */
  readonly waitingEach: number
  readonly waiting: number
}

export const GATE_LIMITS: GateLimits = {
  burstMs: 5_000,
  msPerSecond: 300,
  waitingEach: 1_000,
  waiting: 4_000,
}

/**
 * Lets requests through in small portions, one address or team after the other. A portion runs once in each turn of the event
 * loop, and while a player's move is being worked on none runs for a while. The processor time of a request is measured and
 * charged to its owner: a request that waits for the processor on a busy machine costs its owner nothing more.
 */
export interface AdmissionGate {
  /**
   * Calls `pass` when its turn comes, or says why it does not. An owner that has used its share is refused, or waits for up to
   * `longestWaitMs` until it has some again.
   */
  enter(owner: string, pass: () => void, longestWaitMs?: number): Refusal | undefined
  /** Closes the gate for more urgent work, until the result is called. */
  hold(): () => void
  /** Charges work that was done for this owner elsewhere. */
  charge(owner: string, ms: number): void
}

export type Refusal =
  /** This owner has used its share. */
  | { readonly kind: 'spent'; readonly seconds: number }
  /** Too many requests wait. */
  | { readonly kind: 'full' }

/** A portion ends with the request that makes it longer than this. */
const PORTION_MS = 3
/** The longest time that moves keep the gate closed: in a busy arena a move is always being worked on. */
const HOLD_MS = 25
/** Reading a request and finding its route, which comes before the gate. */
const BASE_MS = 0.1

interface Waiting {
  readonly owner: string
  readonly pass: () => void
}

export function openAdmissionGate(limits: GateLimits): AdmissionGate {
  const queue = openRoundRobin<Waiting>()
  const buckets = openTokenBuckets(limits.burstMs, limits.msPerSecond)
  /** A portion is due, or waits for moves. */
  let isOpen = false
  let urgent = 0
  let lastPortion = 0
  let admitted: string[] = []
  /** The thread's processor time at the end of the portion. */
  let used = 0
  /** While moves keep the gate closed: what opens it at the latest. */
  let held: NodeJS.Timeout | undefined

  function open(): void {
    clearTimeout(held)
    held = undefined
    isOpen = true
    // Both run in one turn of the event loop: the promises of the portion are settled before it is measured.
    setImmediate(letThrough)
    setImmediate(settle)
  }

  function push(owner: string, pass: () => void): void {
    queue.push(owner, { owner, pass })
    if (!isOpen) open()
  }

  function letThrough(): void {
    const began = performance.now()
    let now = began
    // A timer, not another turn of the event loop: the processor is free for the thread that syncs the log.
    const holdMs = urgent > 0 ? lastPortion + HOLD_MS - began : 0
    if (holdMs > 0) {
      held = setTimeout(open, Math.ceil(holdMs))
      return
    }
    used = threadCpuMs()
    while (now - began < PORTION_MS) {
      const next = queue.shift()
      if (next === undefined) break
      next.pass()
      now = performance.now()
      const usedNow = threadCpuMs()
      buckets.charge(next.owner, BASE_MS + usedNow - used, now)
      admitted.push(next.owner)
      used = usedNow
    }
    lastPortion = now
  }

  function settle(): void {
    // Moves keep the gate closed.
    if (held) return
    const now = performance.now()
    const each = admitted.length > 0 ? (threadCpuMs() - used) / admitted.length : 0
    for (const owner of admitted) buckets.charge(owner, each, now)
    admitted = []
    isOpen = false
    if (queue.size > 0) open()
  }

  return {
    enter(owner, pass, longestWaitMs = 0) {
      const now = performance.now()
      const seconds = buckets.wait(owner, 0, now)
      const debtMs = buckets.debtMs(owner, 0, now)
      if (seconds !== undefined && debtMs >= longestWaitMs) return { kind: 'spent', seconds }
      if (queue.size >= limits.waiting || queue.sizeOf(owner) >= limits.waitingEach) return { kind: 'full' }
      if (debtMs > 0) setTimeout(push, debtMs, owner, pass)
      else push(owner, pass)
      return undefined
    },
    hold() {
      urgent++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        urgent--
        if (urgent === 0 && held) open()
      }
    },
    charge: (owner, ms) => buckets.charge(owner, ms, performance.now()),
  }
}
