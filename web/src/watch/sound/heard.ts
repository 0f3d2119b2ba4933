import { SEATS } from '../../../../src/game/game.ts'
import { timeLeft } from '../../../../src/match/clock.ts'
import { matchTime, type Following } from '../../story/follow-match.ts'
import type { Story } from '../../story/story.ts'

/** What can be heard of a match. */
export type Sound = 'move' | 'low' | 'end'

/** What is known of a match by ear. */
export interface Heard {
  readonly frames: number
  readonly isOver: boolean
}

export const heardOf = (story: Story): Heard => ({
  frames: story.frames.length,
  isOver: story.match.phase === 'over',
})

/** The sound of what is new. What was there when the page opened is silent, and many moves at once are one sound. */
export function soundOf(before: Heard | undefined, after: Heard): Sound | undefined {
  if (before === undefined) return undefined
  if (after.isOver) return before.isOver ? undefined : 'end'
  return after.frames > before.frames ? 'move' : undefined
}

/** A clock is low with a fifth of its time left, and at most ten seconds. */
const LOW_SHARE = 0.2
const LOW_MS = 10_000
/** Clocks of a few seconds are for programs: they are always low. */
const LEAST_CLOCK_MS = 5_000

/** Milliseconds until the first running clock is low; undefined if none will be, or one is already. */
export function lowTimeIn(following: Following, local: number): number | undefined {
  const match = following.story?.match
  const control = match?.spec.rules.clock
  if (!match || match.phase !== 'playing' || !control || control.kind === 'none') return undefined
  if (control.ms < LEAST_CLOCK_MS) return undefined
  const low = Math.min(LOW_MS, control.ms * LOW_SHARE)
  const at = matchTime(following, local)
  const times = SEATS.map((seat) => match.round.clocks[seat])
    .filter(({ since }) => since !== undefined)
    .map((clock) => timeLeft(clock, at) - low)
  const soonest = Math.min(...times.filter((ms) => ms > 0))
  return Number.isFinite(soonest) ? soonest : undefined
}
