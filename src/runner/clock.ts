import { LONGEST_TIMER_MS } from '../base/longest-timer.ts'
import { withTimeout } from '../base/with-timeout.ts'

/** The time of matches and processes. Tests pass a fake clock. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number
  /** Calls back at that time or soon after; the result cancels it. */
  at(time: number, callback: () => void): () => void
  /** Calls back after all events that have arrived so far are handled. */
  settle(callback: () => void): void
  /** The wall clock. */
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
  // Twice: the first runs after the poll phase, the second after the promises that it resolved.
  settle: (callback) => void setImmediate(() => setImmediate(callback)),
  date: () => new Date(),
}

/** A delay that a signal can abort. */
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

/** The value of a promise, or undefined after a timeout. */
export const within = <T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
): Promise<{ readonly value: T } | undefined> => withTimeout(promise, (enough) => pause(clock, ms, enough))
