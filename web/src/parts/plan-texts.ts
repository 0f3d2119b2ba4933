import type { PlanBody, PlanChangeBody } from '../../../src/api/tournaments.ts'

/** The typed texts of a plan. Times are those of the browser's time zone, without it: `2026-11-16T15:00`. */
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
  starts: plan.starts === null ? '' : localText(plan.starts),
  atOnce: String(plan.atOnce),
  absentMinutes: plan.absentSeconds === null ? '' : String(plan.absentSeconds / 60),
  rounds: plan.rounds,
  breaks: plan.breaks.map(({ from, to }) => ({ from: localText(from), to: localText(to) })),
  roundTimes: plan.roundTimes.map(({ round, at }) => ({ round: String(round), at: localText(at) })),
})

/** The plan that the texts ask for. A text that cannot be read is sent as it is: the server says what it expects. */
export function planIn(texts: PlanTexts): Omit<PlanChangeBody, 'clock'> {
  const { starts, atOnce, absentMinutes, rounds, breaks, roundTimes } = texts
  return {
    starts: starts === '' ? null : timeIn(starts),
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

/** A time of the browser's time zone, for the server. */
function timeIn(local: string): string {
  const time = new Date(local)
  return Number.isNaN(time.getTime()) ? local : time.toISOString()
}

/** A time of the server, as an input of the browser's time zone has it. */
function localText(iso: string): string {
  const time = new Date(iso)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
