import { WALL_CLOCK_PACE_MS } from '../base/wall-clock-pace.ts'
import type { Clock } from '../runner/clock.ts'

/** Starts tournaments at their times; a time that passed while the server was down is made up for at once. */
export interface PlannedStarts extends Disposable {
  /** Undefined takes the start away. */
  set(tournament: number, at: number | undefined): void
}

/** `onTime` is called once for each start. The clock stands still until teams can reach the server. */
export function openPlannedStarts(clock: Clock, onTime: (tournament: number) => void): PlannedStarts {
  const timers = new Map<number, () => void>()

  function set(tournament: number, at: number | undefined): void {
    timers.get(tournament)?.()
    timers.delete(tournament)
    if (at === undefined) return
    const leftMs = (): number => at - clock.date().getTime()
    const arm = (): void => {
      const waitMs = Math.min(Math.max(0, leftMs()), WALL_CLOCK_PACE_MS)
      const fire = (): void => {
        if (leftMs() > 0) return arm()
        timers.delete(tournament)
        onTime(tournament)
      }
      timers.set(tournament, clock.at(clock.now() + waitMs, fire))
    }
    arm()
  }

  return {
    set,
    [Symbol.dispose]() {
      for (const cancel of timers.values()) cancel()
    },
  }
}
