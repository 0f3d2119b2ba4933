import type { Cause, CheckId, Finding } from './finding.ts'
import type { Observation } from './observation.ts'

export function makeFinding(
  seen: Observation,
  cause: Cause,
  severity: Finding['severity'],
  got: string,
  turn = seen.neverBegan ? undefined : seen.turns.length + 1,
): Finding {
  const isGentle = cause.kind === 'resigned'
  return {
    cause,
    check: checkOf(cause, seen, turn),
    severity: isGentle ? 'warning' : severity,
    ...(turn !== undefined && { turn }),
    got,
    seen,
    more: 0,
  }
}

export function checkOf(cause: Cause, seen: Observation, turn: number | undefined): CheckId {
  const always = CHECK_OF[cause.kind]
  if (always !== undefined) return always
  if (turn === undefined) return 'start'
  if (isFirstAnswer(seen)) return 'answer'
  return cause.kind === 'slow-move' ? 'time' : 'rounds'
}

/** Causes that belong to one check, whenever they show. */
const CHECK_OF: Partial<Readonly<Record<Cause['kind'], CheckId>>> = {
  'did-not-wait': 'order',
  'out-of-turn': 'order',
  'counts-players-from-one': 'order',
  'extra-output': 'output',
  'too-much': 'output',
  'utf-16': 'output',
  'two-answers': 'output',
  chatter: 'output',
  misbelief: 'reading',
  'missed-flip': 'flip',
  'slow-start': 'start',
}

export const isFirstAnswer = ({ turns, seat }: Observation): boolean =>
  turns.every((turn) => turn[seat] === undefined)
