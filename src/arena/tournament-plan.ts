import type { NewPlanBody, PlanBody } from '../api/tournaments.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { PlanRow } from '../store/store.ts'
import { readTime } from './read-time.ts'

/** The plan of a tournament, complete. Times are in milliseconds since 1970. */
export interface Plan extends Required<Omit<PlanRow, 'starts' | 'absentMs'>> {
  readonly starts: number | undefined
  /** Undefined: matches are called whether their teams are there or not, and the rules say how long they may take to show up. */
  readonly absentMs: number | undefined
}

const DEFAULTS = { atOnce: 16, breaks: [], rounds: 'free', roundTimes: [], granted: [] } as const

export const planOf = (row: PlanRow): Plan => ({
  ...DEFAULTS,
  starts: undefined,
  absentMs: undefined,
  ...row,
})

export const presentPlan = ({ starts, atOnce, breaks, rounds, roundTimes, absentMs }: Plan): PlanBody => ({
  starts: starts === undefined ? null : date(starts),
  atOnce,
  breaks: breaks.map(({ from, to }) => ({ from: date(from), to: date(to) })),
  rounds,
  roundTimes: roundTimes.map(({ round, at }) => ({ round, at: date(at) })),
  absentSeconds: absentMs === undefined ? null : Math.round(absentMs / 1000),
})

const date = (ms: number): string => new Date(ms).toISOString()

/** The plan with these changes. */
export function changePlan(row: PlanRow, changes: NewPlanBody): Result<PlanRow> {
  const { atOnce, rounds, absentSeconds } = changes
  const { starts: before, ...rest } = row
  const starts = readStart(changes.starts, before)
  if (!starts.ok) return starts
  const breaks = readAll(changes.breaks, readBreak)
  if (!breaks.ok) return breaks
  const roundTimes = readAll(changes.roundTimes, ({ round, at }, index) => {
    const time = readTime(at, `plan round ${round} at`, `roundTimes.${index}.at`)
    return time.ok ? ok({ round, at: time.value }) : time
  })
  if (!roundTimes.ok) return roundTimes
  const problem = roundTimes.value && problemOf(roundTimes.value)
  if (problem) return fail('bad-plan', problem, 'roundTimes')
  return ok({
    ...rest,
    ...(starts.value !== undefined && { starts: starts.value }),
    ...(atOnce !== undefined && { atOnce }),
    ...(breaks.value && { breaks: breaks.value.toSorted((a, b) => a.from - b.from) }),
    ...(rounds !== undefined && { rounds }),
    ...(roundTimes.value && { roundTimes: roundTimes.value.toSorted((a, b) => a.round - b.round) }),
    ...(absentSeconds !== undefined && { absentMs: absentSeconds * 1000 }),
  })
}

function readStart(
  wanted: string | null | undefined,
  before: number | undefined,
): Result<number | undefined> {
  if (wanted === undefined) return ok(before)
  return wanted === null ? ok(undefined) : readTime(wanted, 'start at', 'starts')
}

function readBreak(
  wanted: { readonly from: string; readonly to: string },
  index: number,
): Result<{ readonly from: number; readonly to: number }> {
  const from = readTime(wanted.from, 'begin a break at', `breaks.${index}.from`)
  if (!from.ok) return from
  const to = readTime(wanted.to, 'end a break at', `breaks.${index}.to`)
  if (!to.ok) return to
  return from.value < to.value
    ? ok({ from: from.value, to: to.value })
    : fail(
        'bad-plan',
        'Cannot plan a break that ends before it begins: expected a later end',
        `breaks.${index}.to`,
      )
}

function readAll<Wanted, Read>(
  all: readonly Wanted[] | undefined,
  read: (one: Wanted, index: number) => Result<Read>,
): Result<readonly Read[] | undefined> {
  if (all === undefined) return ok(undefined)
  const done: Read[] = []
  for (const [index, one] of all.entries()) {
    const made = read(one, index)
    if (!made.ok) return made
    done.push(made.value)
  }
  return ok(done)
}

function problemOf(times: readonly { readonly round: number; readonly at: number }[]): string | undefined {
  const sorted = times.toSorted((a, b) => a.round - b.round)
  for (const [index, { round, at }] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before?.round === round) return `Cannot plan two times for round ${round}: expected one`
    if (before && before.at > at)
      return `Cannot plan round ${round} before round ${before.round}: expected a later time`
  }
  return undefined
}

/** The break at this time; breaks that overlap are one. */
export function breakAt({ breaks }: Plan, now: number): { readonly to: number } | undefined {
  let to: number | undefined
  for (const one of breaks) if (one.from <= (to ?? now) && (to ?? now) < one.to) to = one.to
  return to === undefined ? undefined : { to }
}

/** When the matches of a round may be called, breaks aside: now or earlier, at a time, or when the organiser calls them. */
export function opens(plan: Plan, round: number, called: number): number | 'when-called' {
  if (round <= called) return -Infinity
  const last = plan.roundTimes.findLast((one) => one.round <= round && one.round > called)
  if (plan.rounds === 'called' && round > 1 && last?.round !== round) return 'when-called'
  return last?.at ?? -Infinity
}

/** The first time after now at which the plan lets matches be called that it does not let be called now. */
export function nextChange(plan: Plan, now: number): number {
  const times = [...plan.breaks.flatMap(({ from, to }) => [from, to]), ...plan.roundTimes.map(({ at }) => at)]
  return Math.min(Infinity, ...times.filter((time) => time > now))
}
