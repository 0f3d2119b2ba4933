import type { RunBody, RunCaseBody } from '../../../../src/api/evaluations.ts'

/** The state of a case. */
export type Standing = 'waiting' | 'playing' | 'passed' | 'partly' | 'failed'

export function standingOf({ status, points, possible }: RunCaseBody): Standing {
  if (status !== 'over') return status
  if (points === possible) return 'passed'
  return points === null || points === 0 ? 'failed' : 'partly'
}

export const STANDINGS: Readonly<Record<Standing, string>> = {
  waiting: 'Waits for the team',
  playing: 'Being played',
  passed: 'Passed',
  partly: 'Partly',
  failed: 'Failed',
}

/** The points so far, and the possible points. */
export function totalOf({ cases }: Pick<RunBody, 'cases'>): {
  readonly points: number
  readonly lost: number
  readonly possible: number
  readonly over: number
} {
  const over = cases.filter(({ status }) => status === 'over')
  const points = sum(over.map((one) => one.points ?? 0))
  return {
    points,
    lost: sum(over.map(({ possible }) => possible)) - points,
    possible: sum(cases.map(({ possible }) => possible)),
    over: over.length,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
