import { LONGEST_TIMER_MS } from '../base/longest-timer.ts'
import { withTimeout } from '../base/with-timeout.ts'

/** Time as the runner sees it; the only file with timers and clocks. Tests bring their own. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number
  /** Calls back at that time or soon after; the result cancels it. */
  at(time: number, callback: () => void): () => void
  /** Calls back after everything that has already arrived has been dealt with. */
  settle(callback: () => void): void
  /** The date, for people. */
  date(): Date
}

export const realClock: Clock = {
  now: () => performance.now(),
  at(time, callback) {
    if (time === Infinity) return () => {}
    const delay = Math.min(Math.max(0, Math.ceil(time - performance.now())), LONGEST_TIMER_MS)
    const timer = setTimeout(callback, delay)
    return () => clearTimeout(timer)
  },
  // Twice: once to reach the poll phase, once for what it delivered through promises.
  settle: (callback) => void setImmediate(() => setImmediate(callback)),
  date: () => new Date(),
}

/** A pause that a signal can cut short. */
export const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || ms <= 0) return resolve()
    const cancel = clock.at(clock.now() + ms, finish)
    signal.addEventListener('abort', finish, { once: true })
    function finish(): void {
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })

/** What a promise gives if it gives it soon enough. */
export const within = <T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
): Promise<{ readonly value: T } | undefined> => withTimeout(promise, (enough) => pause(clock, ms, enough))
