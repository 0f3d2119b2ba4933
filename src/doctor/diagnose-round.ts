import type { FaultKind } from '../match/match.ts'
import { diagnoseSilence } from './diagnose-silence.ts'
import { findEarly } from './find-early.ts'
import type { Cause, Finding } from './finding.ts'
import { lastError } from './last-error.ts'
import { makeFinding } from './make-finding.ts'
import { outputOf, type Observation } from './observation.ts'
import { splitOutput, type Said } from './split-output.ts'
import { explainUnreadable } from './unreadable.ts'
import { whyIllegal } from './why-illegal.ts'

/** What one round shows by itself. */
export function diagnoseRound(round: Observation): readonly Finding[] {
  const early = findEarly(round)
  const cause = round.fault && explainFault(round)
  if (early && (cause === undefined || OFTEN_FOLLOWS.has(cause.kind))) {
    const isHarmless = cause === undefined && early.isAllowed
    const { got, turn } = early
    return [makeFinding(round, early.cause, isHarmless ? 'warning' : 'failure', got, turn)]
  }
  return cause ? [makeFinding(round, cause, 'failure', gotInstead(round))] : findChatter(round)
}

/** What becomes of a bot that has not read a line, or has written one too many. */
export const OFTEN_FOLLOWS: ReadonlySet<Cause['kind']> = new Set<Cause['kind']>([
  'illegal',
  'misbelief',
  'out-of-turn',
  'exited',
  'crashed',
  'wrong-word',
  'wrong-form',
  'extra-output',
  'waits-for-more',
  'slow-move',
])

function explainFault(round: Observation): Cause | undefined {
  const { fault, wire, game, trial } = round
  if (fault === undefined) return undefined
  const detail = fault.detail ?? 'nobody knows why'
  switch (fault.kind) {
    case 'slow-start':
    case 'timeout':
      return diagnoseSilence(round)
    case 'crashed':
    case 'silent': {
      if (round.exit?.kind === 'could-not-start') return { kind: 'cannot-start', detail: round.exit.message }
      if (wire === 'brain') return { kind: 'failed', detail }
      const error = lastError(round.errors)
      return {
        kind: fault.kind === 'silent' ? 'exited' : 'crashed',
        detail,
        ...(error && { lastError: error }),
      }
    }
    case 'garbled':
      return wire === 'brain' && fault.text === undefined
        ? { kind: 'failed', detail }
        : (explainUnreadable(wire, round.awaited, gotInstead(round), game) ?? { kind: 'failed', detail })
    case 'illegal':
      return { kind: 'illegal', why: whyIllegal(game, round.last, trial.seat, fault.text ?? '', round.turns) }
    case 'out-of-memory':
      return { kind: 'out-of-memory', detail }
    case 'resigned':
      return { kind: 'resigned' }
    case 'false-flip':
      return { kind: 'false-flip' }
    case 'missed-flip':
      return { kind: 'missed-flip' }
    case 'out-of-turn':
      return { kind: 'out-of-turn', detail }
  }
}

/** What a token wire passes over is allowed, but seldom meant. */
function findChatter(round: Observation): readonly Finding[] {
  if (round.wire !== 'light-cycle') return []
  const { said } = splitOutput(round.wire, outputOf(round))
  const chatty = said.filter((one) => isDouble(one) || /\S/.test(one.skipped.replaceAll(WORDS, '')))
  // A program that floods may well have sent its first move before it was told the size.
  const double = chatty.find((one) => isDouble(one) && said.indexOf(one) > 2)
  const first = chatty.find((one) => !isDouble(one)) ?? double
  if (first === undefined) return []
  const [word = ''] = /left|right|forward/.exec(double?.skipped ?? '') ?? []
  const cause: Cause = double ? { kind: 'two-answers', word } : { kind: 'chatter', text: first.skipped }
  const shown = double ?? first
  const turn =
    said.slice(0, said.indexOf(shown)).filter((one) => one.awaited === 'move').length + (double ? 0 : 1)
  return [makeFinding(round, cause, double ? 'failure' : 'warning', `${shown.skipped}${shown.text}`, turn)]
}

const WORDS = /ready|left|right|forward/g

const isDouble = ({ awaited, skipped }: Said): boolean =>
  awaited === 'ready' && /left|right|forward/.test(skipped)

/** What stands where the answer should be. */
function gotInstead(round: Observation): string {
  const { said, rest } = splitOutput(round.wire, outputOf(round), round.exit !== undefined)
  const { fault } = round
  if (fault !== undefined && FELL_SILENT.has(fault.kind)) return rest
  if (round.awaited === 'greeting') return said[0]?.line ?? rest
  const answer = fault?.text
  const found = said.findLast((one) => answer !== undefined && matches(one, answer)) ?? said.at(-1)
  return found?.line ?? rest
}

const FELL_SILENT: ReadonlySet<FaultKind> = new Set<FaultKind>(['timeout', 'slow-start', 'silent', 'crashed'])

const matches = ({ text }: Said, answer: string): boolean =>
  text === answer || text.includes(JSON.stringify(answer))
