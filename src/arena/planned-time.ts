import { openCourse } from '../tournament/course.ts'
import type { AnyFormat } from '../tournament/format.ts'
import { WIN_DRAW_LOSS } from '../tournament/points.ts'
import { breakAt, opens, type Plan } from './tournament-plan.ts'

/** The part of all matches that belongs to a round. The parts of all rounds are 1 together. */
export interface RoundShare {
  readonly round: number
  readonly share: number
}

/**
 * How long a tournament takes from its start by its plan, if its matches take `workMs` without a pause. No match is played in
 * a break, and no round before its time. A round that the organiser calls is taken as called at once.
 */
export function plannedMs(plan: Plan, start: number, shares: readonly RoundShare[], workMs: number): number {
  let now = start
  for (const { round, share } of shares) {
    const opening = opens(plan, round, 0)
    now = afterWork(plan, opening === 'when-called' ? now : Math.max(now, opening), share * workMs)
  }
  return now - start
}

function afterWork(plan: Plan, from: number, workMs: number): number {
  let now = from
  for (let left = workMs; left > 0;) {
    now = breakAt(plan, now)?.to ?? now
    const nextBreak = Math.min(Infinity, ...plan.breaks.flatMap((one) => (one.from > now ? [one.from] : [])))
    const done = Math.min(left, nextBreak - now)
    left -= done
    now += done
  }
  return now
}

/** With more matches than this, a tournament is taken as a round robin: those are the large ones. */
const MOST_SIMULATED = 3000

/** How the matches spread over the rounds, if the first player wins each. */
export function roundShares(format: AnyFormat, options: unknown, entrants: number): readonly RoundShare[] {
  const { least } = format.count(entrants, options)
  if (least > MOST_SIMULATED)
    return Array.from({ length: entrants - 1 }, (_, at) => ({ round: at + 1, share: 1 / (entrants - 1) }))
  const matches = new Map<number, number>()
  const course = openCourse(
    format,
    {
      entrants: Array.from({ length: entrants }, (_, at) => ({ id: String(at), name: String(at) })),
      seed: 0,
      points: WIN_DRAW_LOSS,
    },
    options,
  )
  let count = 0
  for (let taken = course.take(1); taken.length > 0 && count < MOST_SIMULATED; taken = course.take(1))
    for (const { key, players, round } of taken) {
      matches.set(round, (matches.get(round) ?? 0) + 1)
      count++
      course.add({ key, players, winner: 0, score: [1, 0] })
    }
  return [...matches].toSorted(([a], [b]) => a - b).map(([round, some]) => ({ round, share: some / count }))
}
