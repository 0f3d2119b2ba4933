import type { Match } from '../match/match.ts'
import type { EvaluationCase } from './cases.ts'
import { scoreCase, type CaseScore } from './score-case.ts'

/** A case with its finished battle, or with the reason why it was not played. */
export type CaseResult =
  | { readonly case: EvaluationCase; readonly match: Match }
  | { readonly case: EvaluationCase; readonly problem: string }

export interface RunScore {
  readonly score: number
  /** The most points that could be earned. */
  readonly possible: number
  readonly cases: readonly CaseReport[]
  /** The whole report: the score, and a line for each case. */
  readonly message: string
}

export interface CaseReport extends CaseScore {
  readonly id: string
  readonly possible: number
  /** `C_AI_DUP 4 of 4: Your team won: …` */
  readonly line: string
}

/** The points of a run: the sum over its cases, with a reason for each. */
export function scoreRun(results: readonly CaseResult[]): RunScore {
  const cases = results.map(reportOf)
  const score = sum(cases.map(({ points }) => points))
  const possible = sum(cases.map((each) => each.possible))
  const message = [`${score} of ${possible} points`, ...cases.map(({ line }) => line)].join('\n')
  return { score, possible, cases, message }
}

function reportOf(result: CaseResult): CaseReport {
  const { id, worth } = result.case
  const { points, reason }: CaseScore =
    'match' in result ? scoreCase(result.case, result.match) : { points: 0, reason: result.problem }
  const possible = worth.points
  return { id, points, possible, reason, line: `${id} ${points} of ${possible}: ${reason}` }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
