import type { Clock } from './clock.ts'

/** A fake clock: time passes only when a test says so. */
export interface FakeClock extends Clock {
  /** Lets time pass, fires due timers in order, and lets their consequences settle. */
  pass(ms: number): Promise<void>
  /** Simulates a stall of the host: time passes, and timers fire only afterwards. */
  stall(ms: number): void
}

export function fakeClock(): FakeClock {
  let now = 1000
  let timers: { readonly time: number; readonly callback: () => void }[] = []
  const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
  return {
    now: () => now,
    date: () => new Date(0),
    settle: (callback) => void setImmediate(callback),
    at(time, callback) {
      const timer = { time, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    stall(ms) {
      now += ms
    },
    async pass(ms) {
      await flush()
      const end = now + ms
      for (;;) {
        const due = timers.filter(({ time }) => time <= end).sort((a, b) => a.time - b.time)[0]
        if (due === undefined) break
        timers = timers.filter((timer) => timer !== due)
        now = Math.max(now, due.time)
        due.callback()
        await flush()
      }
      now = Math.max(now, end)
      await flush()
    },
  }
}
