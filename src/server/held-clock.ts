import type { Clock } from '../runner/clock.ts'

interface HeldClock extends Clock {
  /** Time passes from now on. */
  letGo(): void
}

/**
 * A clock that stands still until it is let go. Matches that were interrupted go on before anybody can reach the server:
 * however long it takes to start, that is nobody's time. What has arrived includes what waits at the door: `drain` lets it in.
 */
export function heldClock(clock: Clock, drain: () => Promise<void> = () => Promise.resolve()): HeldClock {
  const since = clock.now()
  const waiting = new Set<() => void>()
  let heldMs: number | undefined
  let settling: (() => void)[] = []

  /** All deadlines that have passed in a stall are judged after one drain. */
  function settleAll(): void {
    const callbacks = settling
    settling = []
    void drain().finally(() => callbacks.forEach((callback) => clock.settle(callback)))
  }

  const arm = (time: number, callback: () => void): (() => void) => clock.at(time + (heldMs ?? 0), callback)

  return {
    now: () => (heldMs === undefined ? since : clock.now() - heldMs),
    at(time, callback) {
      if (heldMs !== undefined) return arm(time, callback)
      let cancel = (): void => void waiting.delete(begin)
      const begin = (): void => void (cancel = arm(time, callback))
      waiting.add(begin)
      return () => cancel()
    },
    settle(callback) {
      if (settling.push(callback) === 1) setImmediate(settleAll)
    },
    date: () => clock.date(),
    letGo() {
      heldMs ??= clock.now() - since
      for (const begin of waiting) begin()
      waiting.clear()
    },
  }
}
