import type { Clock } from '../runner/clock.ts'

interface HeldClock extends Clock {
  /** Time passes from now on. */
  letGo(): void
  /** Time stands still from now on, until it is let go again. */
  hold(): void
}

/**
 * A clock that stands still until it is let go, and whenever it is held again. After a restart matches go on before clients
 * can reach the server, and while the disk is full all matches stop: neither time is counted against a player. Connections
 * that wait to be accepted have arrived as well: `drain` accepts them before a deadline is judged.
 */
export function heldClock(clock: Clock, drain: () => Promise<void> = () => Promise.resolve()): HeldClock {
  /** The time of the outer clock when it was stopped last; undefined while it runs. */
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
