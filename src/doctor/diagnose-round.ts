import type { FaultKind } from '../match/match.ts'
import { saysTooMuch } from '../protocols/stdio/scan.ts'
import { crashFix } from './crash-fix.ts'
import { diagnoseSilence } from './diagnose-silence.ts'
import { findEarly } from './find-early.ts'
import type { Cause, Finding } from './finding.ts'
import { BRAIN, explainWord, moveWords, type Knowledge } from './knowledge.ts'
import { lastError, lastPlace } from './last-error.ts'
import { makeFinding } from './make-finding.ts'
import { outputOf, type Observation } from './observation.ts'
import { splitOutput, type Said } from './split-output.ts'

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

/** Causes that often follow from a line that was not read, or from a line too many. */
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
  const { fault, knows } = round
  if (fault === undefined) return undefined
  const detail = fault.detail ?? 'the reason is unknown'
  switch (fault.kind) {
    case 'slow-start':
    case 'timeout':
      return isUtf16(outputOf(round)) ? { kind: 'utf-16' } : diagnoseSilence(round)
    case 'crashed':
    case 'silent': {
      if (round.exit?.kind === 'could-not-start') return { kind: 'cannot-start', detail: round.exit.message }
      if (knows.wire === BRAIN) {
        const place = lastPlace(round.errors)
        return { kind: 'failed', detail, ...(place !== undefined && { place }) }
      }
      const error = lastError(round.errors)
      const said = { detail, ...(error && { lastError: error }) }
      if (fault.kind === 'silent') return { kind: 'exited', ...said }
      const fix = crashFix(round.errors)
      return { kind: 'crashed', ...said, ...(fix !== undefined && { fix }) }
    }
    case 'garbled': {
      if (saysTooMuch(detail)) return { kind: 'too-much', detail }
      if (isUtf16(outputOf(round))) return { kind: 'utf-16' }
      const got = gotInstead(round)
      return got.trim() === '' || (knows.wire === BRAIN && fault.text === undefined)
        ? { kind: 'failed', detail }
        : knows.doctor.unreadable(round.awaited, got, explainWord(knows))
    }
    case 'illegal':
      return { kind: 'illegal', why: whyIllegal(round, (fault.text ?? '').trim()) }
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

/** Whether every other byte is a zero, as in UTF-16 of words and digits. */
const isUtf16 = (text: string): boolean => text.split('\0').length - 1 > text.length / 3

/** Text that a wire of words skips: allowed, but seldom intended. */
function findChatter(round: Observation): readonly Finding[] {
  const { knows } = round
  const moves = moveWords(knows)
  if (moves.length === 0) return []
  const isDouble = ({ awaited, skipped }: Said): boolean =>
    awaited === 'greeting' && moves.some((word) => skipped.includes(word))
  const words = new RegExp(wordsOf(knows).join('|'), 'g')
  const { said } = splitOutput(knows, outputOf(round))
  const chatty = said.filter((one) => isDouble(one) || /\S/.test(one.skipped.replaceAll(words, '')))
  // The first answers are left out: a program that floods may have sent a move before the host sent its first line.
  const double = chatty.find((one) => isDouble(one) && said.indexOf(one) > 2)
  const first = chatty.find((one) => !isDouble(one)) ?? double
  if (first === undefined) return []
  const [word = ''] = new RegExp(moves.join('|')).exec(double?.skipped ?? '') ?? []
  const cause: Cause = double ? { kind: 'two-answers', word } : { kind: 'chatter', text: first.skipped }
  const shown = double ?? first
  const turn =
    said.slice(0, said.indexOf(shown)).filter((one) => one.awaited === 'move').length + (double ? 0 : 1)
  return [makeFinding(round, cause, double ? 'failure' : 'warning', `${shown.skipped}${shown.text}`, turn)]
}

/** All words that the host reads on a wire of words. */
export const wordsOf = ({ opening, turn }: Knowledge): readonly string[] => [
  ...new Set([...opening, ...turn].flatMap((what) => (what.kind === 'word' ? what.words : []))),
]

function whyIllegal({ game, knows, last, seat, turns }: Observation, move: string): string {
  const legal = game.legalMoves(last, seat)
  return (
    knows.gameDoctor.whyIllegal?.(move, last, seat, turns, legal) ??
    `${move} is not among the ${legal.length} legal moves`
  )
}

/** What the bot wrote in the place of the answer. */
function gotInstead(round: Observation): string {
  const { said, rest } = splitOutput(round.knows, outputOf(round), round.exit !== undefined)
  const { fault } = round
  if (fault !== undefined && FELL_SILENT.has(fault.kind)) return rest
  // What came too early or was too much is no answer, unless it has an end or a log shortened its line.
  const isNoAnswer = fault?.kind === 'out-of-turn' || saysTooMuch(fault?.detail ?? '')
  if (isNoAnswer && /\S/.test(rest)) return rest
  if (round.awaited === 'greeting' && round.turns.length === 0) return said[0]?.line ?? rest
  const answer = fault?.text
  const found = said.findLast((one) => answer !== undefined && matches(one, answer)) ?? said.at(-1)
  return found?.line ?? rest
}

const FELL_SILENT: ReadonlySet<FaultKind> = new Set<FaultKind>(['timeout', 'slow-start', 'silent', 'crashed'])

const matches = ({ text }: Said, answer: string): boolean =>
  text === answer || text.includes(JSON.stringify(answer))
