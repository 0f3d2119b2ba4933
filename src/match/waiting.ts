import { SEATS, type Seat } from '../game/game.ts'
import { fallsAt, isLate } from './clock.ts'
import type { Match, Round } from './match.ts'

/** The seats the match is waiting for. */
export function awaitedSeats(match: Match): readonly Seat[] {
  if (match.phase === 'over') return NO_SEATS
  const isSecond = isAwaited(match, 1)
  if (isAwaited(match, 0)) return isSecond ? SEATS : FIRST
  return isSecond ? SECOND : NO_SEATS
}

const NO_SEATS: readonly Seat[] = []
const FIRST: readonly Seat[] = [0]
const SECOND: readonly Seat[] = [1]

/** The seats that are waited for and out of time. */
export const lateSeats = (match: Match, at: number): readonly Seat[] =>
  SEATS.filter((seat) => isLateSeat(match, seat, at))

/** When the first of the running clocks runs out; Infinity if none runs. */
export function wakeAt(match: Match): number {
  let at = Infinity
  for (const seat of SEATS) if (isAwaited(match, seat)) at = Math.min(at, fallsAt(match.round.clocks[seat]))
  return at
}

export const isLateSeat = (match: Match, seat: Seat, at: number): boolean =>
  isLate(match.round.clocks[seat], at) && isAwaited(match, seat)

export const isAwaited = (match: Match, seat: Seat): boolean =>
  match.phase === 'starting'
    ? !match.round.ready[seat] && match.round.faults[seat] === undefined
    : isMoving(match.round, seat)

/** Whether the turn still waits for this seat. */
export function isMoving(round: Round, seat: Seat): boolean {
  if (round.faults[seat] !== undefined) return false
  if (round.cheat !== undefined) return round.cheat.seat !== seat
  const { movers } = round
  return round.answers[seat] === undefined && (movers[0] === seat || movers[1] === seat)
}
