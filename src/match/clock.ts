import { describeAmount } from './allowance.ts'
import type { TimeControl } from './rules.ts'

export type { TimeControl } from './rules.ts'

/** One seat's clock: the time left when it last stopped, and the time at which it was started. */
export interface SeatClock {
  readonly left: number
  readonly since?: number
}

export const freshClock = (control: TimeControl): SeatClock => ({
  left: control.kind === 'none' ? Infinity : control.ms,
})

export const startClock = (control: TimeControl, clock: SeatClock, at: number): SeatClock => ({
  left: control.kind === 'per-move' ? control.ms : clock.left,
  since: at,
})

/** Stops the clock after an accepted move, and adds the increment. */
export function stopClock(control: TimeControl, clock: SeatClock, at: number): SeatClock {
  if (control.kind !== 'bank') return { left: clock.left }
  return { left: timeLeft(clock, at) + control.incrementMs }
}

/** Stops the clock in the middle of a turn. Only `charged` milliseconds of its run count. */
export const pauseClock = (clock: SeatClock, charged: number, at: number): SeatClock => ({
  left: clock.left - Math.max(0, Math.min(charged, at - (clock.since ?? at))),
})

export const timeLeft = (clock: SeatClock, at: number): number =>
  clock.since === undefined ? clock.left : clock.left - Math.max(0, at - clock.since)

/** Exactly on time is on time, one millisecond later is not. */
export const isLate = (clock: SeatClock, at: number): boolean => timeLeft(clock, at) < 0

/** The first moment at which a running clock is late. */
export const fallsAt = (clock: SeatClock): number =>
  clock.since === undefined ? Infinity : clock.since + clock.left + 1

/** `10 s a move`, `60 s + 2 s a move`, `no clock`, `600 s a move and 50000 tokens a round`. */
export function describeClock(control: TimeControl): string {
  const { allowance } = control
  if (allowance === undefined) return describeTime(control)
  return `${describeTime(control)} and ${describeAmount(allowance.amount, allowance.unit)} a round`
}

function describeTime(control: TimeControl): string {
  switch (control.kind) {
    case 'none':
      return 'no clock'
    case 'per-move':
      return `${control.ms / 1000} s a move`
    case 'bank':
      return control.incrementMs > 0
        ? `${control.ms / 1000} s + ${control.incrementMs / 1000} s a move`
        : `${control.ms / 1000} s a round`
  }
}
