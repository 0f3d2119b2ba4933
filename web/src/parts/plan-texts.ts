import type { PlanBody, PlanChangeBody } from '../../../src/api/tournaments.ts'
import { timeIn, timeOrNull } from './local-time.ts'

/** The texts of a plan as its form has them. A time is a typed one, of the browser's time zone, or one of the server. */
export interface PlanTexts {
  readonly clock: string
  readonly starts: string
  readonly atOnce: string
  readonly absentMinutes: string
  readonly rounds: PlanBody['rounds']
  readonly breaks: readonly { readonly from: string; readonly to: string }[]
  readonly roundTimes: readonly { readonly round: string; readonly at: string }[]
}

export const EMPTY_PLAN: PlanTexts = {
  clock: '',
  starts: '',
  atOnce: '',
  absentMinutes: '2',
  rounds: 'free',
  breaks: [],
  roundTimes: [],
}

/** The texts that show a plan. */
export const textsOf = (plan: PlanBody): PlanTexts => ({
  clock: '',
  starts: plan.starts ?? '',
  atOnce: String(plan.atOnce),
  absentMinutes: plan.absentSeconds === null ? '' : String(plan.absentSeconds / 60),
  rounds: plan.rounds,
  breaks: plan.breaks,
  roundTimes: plan.roundTimes.map(({ round, at }) => ({ round: String(round), at })),
})

/** The plan that the texts ask for. A text that cannot be read is sent as it is: the server says what it expects. */
export function planIn(texts: PlanTexts): Omit<PlanChangeBody, 'clock'> {
  const { starts, atOnce, absentMinutes, rounds, breaks, roundTimes } = texts
  return {
    starts: timeOrNull(starts),
    ...(atOnce.trim() !== '' && { atOnce: Number(atOnce) }),
    ...(absentMinutes.trim() !== '' && { absentSeconds: Math.round(Number(absentMinutes) * 60) }),
    rounds,
    breaks: breaks
      .filter(({ from, to }) => from !== '' || to !== '')
      .map(({ from, to }) => ({ from: timeIn(from), to: timeIn(to) })),
    roundTimes: roundTimes
      .filter(({ round, at }) => round !== '' || at !== '')
      .map(({ round, at }) => ({ round: Number(round), at: timeIn(at) })),
  }
}

/** What the texts change of a plan. */
export function planChanges(plan: PlanBody, texts: PlanTexts): Omit<PlanChangeBody, 'clock'> {
  const before: Readonly<Record<string, unknown>> = planIn(textsOf(plan))
  return Object.fromEntries(
    Object.entries(planIn(texts)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}
