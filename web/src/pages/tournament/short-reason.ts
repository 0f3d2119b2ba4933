import { describeDifference, type Reason } from '../../../../src/tournament/reason.ts'

/**
 * Why an entrant is above the next, for the table: the next one stands below and need not be named, and points have a
 * column of their own.
 */
export function shortReason(reason: Reason | undefined): string | undefined {
  if (reason === undefined) return undefined
  if (reason.kind === 'level') return `level with ${reason.next}`
  if (reason.rule === 'points') return undefined
  return reason.rule === 'reached' ? reason.own.text : describeDifference(reason)
}
