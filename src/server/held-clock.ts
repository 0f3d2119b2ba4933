import type { Clock } from '../runner/clock.ts'

interface HeldClock extends Clock {
  /** Time passes from now on. */
  letGo(): void
  /** Time stands still from now on, until it is let go again. */
  hold(): void
}

/**
 * A clock that stands still until it is let go, and whenever it is held again. Matches that were interrupted go on before
 * anybody can reach the server, and stop while its disk is full: that is nobody's time. What has arrived includes what waits to
 * be accepted: `drain` lets it in.
 */
export function heldClock(clock: Clock, drain: () => Promise<void> = () => Promise.resolve()): HeldClock {
  /** When it was stopped last, by the outer clock; undefined while it runs. */
  let since: number | undefined = clock.now()
  let heldMs = 0
  const timers = new Set<Timer>()
  let settling: (() => void)[] = []

  /** All deadlines that have passed in a stall are judged after one drain. */
  function settleAll(): void {
    const callbacks = settling
    settling = []
    void drain().finally(() => callbacks.forEach((callback) => clock.settle(callback)))
  }

  const now = (): number => (since ?? clock.now()) - heldMs

  function arm(timer: Timer): void {
    timer.cancel = clock.at(timer.time + heldMs, () => {
      timers.delete(timer)
      timer.callback()
    })
  }

  return {
    now,
    at(time, callback) {
      const timer: Timer = { time, callback, cancel: () => {} }
      timers.add(timer)
      if (since === undefined) arm(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    settle(callback) {
      if (settling.push(callback) === 1) setImmediate(settleAll)
    },
    date: () => clock.date(),
    letGo() {
      if (since === undefined) return
      heldMs += clock.now() - since
      since = undefined
      for (const timer of timers) arm(timer)
    },
    hold() {
      if (since !== undefined) return
      since = clock.now()
      for (const timer of timers) timer.cancel()
    },
  }
}

interface Timer {
  /** By this clock. */
  readonly time: number
  readonly callback: () => void
  cancel: () => void
}
