import { diagnose } from './diagnose.ts'
import type { Finding } from './finding.ts'
import { observeMatch, type KeptMatch } from './observe-match.ts'
import { describeGot } from './report.ts'
import { describeFinding } from './words.ts'

/** A finding in words, for the author of the program. Sentences without a full stop. */
export interface MatchFinding {
  readonly severity: Finding['severity']
  readonly title: string
  /** What was expected and what came instead. */
  readonly detail: string
  readonly advice: string
  /** Counted from 0. */
  readonly round: number
  /** Turns that had been played then; undefined before the first turn. */
  readonly turn: number | undefined
}

/** What is wrong with a program, judged by the rounds of one match. */
export const diagnoseMatch = (kept: KeptMatch): readonly MatchFinding[] =>
  diagnose(observeMatch(kept)).map((finding) => {
    const { title, cause, fix, expected } = describeFinding(finding)
    const { more, seen, severity, turn } = finding
    const also = more > 0 ? `. It shows in ${more} more ${more === 1 ? 'round' : 'rounds'}` : ''
    return {
      severity: isProven(finding) ? severity : 'warning',
      title,
      detail: shorten(`${cause}. Expected: ${expected}. Came: ${describeGot(finding)}${also}`),
      advice: fix,
      round: seen.trial.number - 1,
      turn: turn === undefined ? undefined : turn - 1,
    }
  })

/** One match shows a misreading of legal moves less surely than the rounds that the doctor plans. */
const isProven = ({ cause, seen }: Finding): boolean => cause.kind !== 'misbelief' || seen.fault !== undefined

/** The last line of stderr may be long. */
const shorten = (text: string): string => (text.length > 1000 ? `${text.slice(0, 999)}…` : text)
