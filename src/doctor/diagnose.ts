import { explainStones } from './beliefs.ts'
import { explainDriving } from './drive-beliefs.ts'
import type { Cause, CheckId, Finding } from './finding.ts'
import { diagnoseSilence } from './diagnose-silence.ts'
import { findEarly } from './find-early.ts'
import { lastError } from './last-error.ts'
import { outputOf, type Observation } from './observation.ts'
import { splitOutput, type Said } from './split-output.ts'
import { explainUnreadable } from './unreadable.ts'
import { whyIllegal } from './why-illegal.ts'

/** What is wrong with a bot, judged by all the rounds it has played. The same cause is found once. */
export function diagnose(seen: readonly Observation[]): readonly Finding[] {
  const rounds = shareSecondLook(seen)
  const single = rounds.flatMap(diagnoseRound)
  const related = single.map((finding) => relate(finding, rounds, single))
  const shared = [...withoutConsequences(related), ...findMisreading(rounds, single)]
  const found = new Map<string, Finding>()
  for (const finding of shared) {
    const key = keyOf(finding)
    const before = found.get(key)
    found.set(key, before ? { ...before, more: before.more + 1 } : finding)
  }
  return [...found.values()]
}

/** A program that falls silent is looked at again once, which explains the other silences, too. */
function shareSecondLook(rounds: readonly Observation[]): readonly Observation[] {
  const again = rounds.find((round) => round.again)?.again
  return again ? rounds.map((round) => ({ again, ...round })) : rounds
}

/** Where a line was not waited for, or one was written too many, whatever follows is the same mistake again. */
function withoutConsequences(all: readonly Finding[]): readonly Finding[] {
  const root = all.find(({ cause, severity }) => severity === 'failure' && ROOTS.has(cause.kind))
  if (root === undefined) return all
  return all.map((one) => (OFTEN_FOLLOWS.has(one.cause.kind) || ROOTS.has(one.cause.kind) ? root : one))
}

const ROOTS: ReadonlySet<Cause['kind']> = new Set<Cause['kind']>([
  'did-not-wait',
  'counts-players-from-one',
  'extra-output',
])

/** What one round shows by itself. */
export function diagnoseRound(round: Observation): readonly Finding[] {
  const early = findEarly(round)
  const cause = round.fault && explainFault(round)
  if (early && (cause === undefined || OFTEN_FOLLOWS.has(cause.kind))) {
    const isHarmless = cause === undefined
    return [
      { ...finding(round, early.cause, isHarmless ? 'warning' : 'failure', early.got), ...early },
      ...(isHarmless ? findChatter(round) : []),
    ]
  }
  return cause ? [finding(round, cause, 'failure', gotInstead(round))] : findChatter(round)
}

/** What becomes of a bot that has not read a line, or has written one too many. */
const OFTEN_FOLLOWS: ReadonlySet<Cause['kind']> = new Set<Cause['kind']>([
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
  return [finding(round, cause, double ? 'failure' : 'warning', `${shown.skipped}${shown.text}`, turn)]
}

const WORDS = /ready|left|right|forward/g

const isDouble = ({ awaited, skipped }: Said): boolean =>
  awaited === 'ready' && /left|right|forward/.test(skipped)

/** What stands where the answer should be. */
function gotInstead(round: Observation): string {
  const { said, rest } = splitOutput(round.wire, outputOf(round), round.exit !== undefined)
  const { fault } = round
  switch (fault?.kind) {
    case 'timeout':
    case 'slow-start':
    case 'silent':
    case 'crashed':
      return rest
    default: {
      const answer = fault?.text
      return (
        (said.findLast((one) => answer !== undefined && matches(one, answer)) ?? said.at(-1))?.line ?? rest
      )
    }
  }
}

const matches = ({ text }: Said, answer: string): boolean =>
  text === answer || text.includes(JSON.stringify(answer))

function finding(
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

function checkOf(cause: Cause, seen: Observation, turn: number | undefined): CheckId {
  switch (cause.kind) {
    case 'did-not-wait':
    case 'out-of-turn':
    case 'counts-players-from-one':
      return 'order'
    case 'extra-output':
    case 'two-answers':
    case 'chatter':
      return 'output'
    case 'misbelief':
      return 'reading'
    case 'missed-flip':
      return 'flip'
    case 'slow-start':
      return 'start'
    default:
      if (turn === undefined) return 'start'
      if (isFirstAnswer(seen)) return 'answer'
      return cause.kind === 'slow-move' ? 'time' : 'rounds'
  }
}

const isFirstAnswer = ({ turns, trial: { seat } }: Observation): boolean =>
  turns.every((turn) => turn[seat] === undefined)

/** What a finding means in the light of the other rounds. */
function relate(one: Finding, rounds: readonly Observation[], all: readonly Finding[]): Finding {
  if (one.cause.kind === 'illegal') {
    const belief = explainStones(rounds)
    const cause: Cause = belief ? { kind: 'misbelief', belief, why: one.cause.why } : one.cause
    return { ...one, cause, check: checkOf(cause, one.seen, one.turn) }
  }
  return countsFromOne(all) && (isBeginner(one) || isWaiter(one))
    ? { ...one, cause: { kind: 'counts-players-from-one' }, check: 'order', severity: 'failure' }
    : one
}

/** Player 2 begins, and player 1 waits for the other to begin. */
const countsFromOne = (all: readonly Finding[]): boolean => all.some(isBeginner) && all.some(isWaiter)

const isBeginner = ({ cause, seen, turn }: Finding): boolean =>
  cause.kind === 'did-not-wait' && cause.line === 'last-move' && seen.trial.seat === 1 && (turn ?? 0) <= 2

const isWaiter = ({ cause, seen }: Finding): boolean =>
  cause.kind === 'waits-for-more' &&
  seen.wire === 'longest-group' &&
  seen.trial.seat === 0 &&
  isFirstAnswer(seen)

/** Drivers make no illegal moves: what they have misread shows in where they drive. */
function findMisreading(rounds: readonly Observation[], all: readonly Finding[]): readonly Finding[] {
  if (all.some(({ severity }) => severity === 'failure')) return []
  const found = explainDriving(rounds)
  if (found === undefined) return []
  const { seen, belief, turn, move, free } = found
  const why = `it drove ${move} into its end, while ${free.join(' and ')} ${free.length > 1 ? 'were' : 'was'} free`
  const moves = splitOutput(seen.wire, outputOf(seen)).said.filter(({ awaited }) => awaited === 'move')
  return [finding(seen, { kind: 'misbelief', belief, why }, 'failure', moves[turn - 1]?.line ?? '', turn)]
}

function keyOf({ cause, severity }: Finding): string {
  switch (cause.kind) {
    case 'did-not-wait':
      return `${severity} ${cause.kind} ${cause.line}`
    case 'misbelief':
      return `${severity} ${cause.kind} ${cause.belief}`
    case 'wrong-form':
      return `${severity} ${cause.kind} ${cause.form}`
    default:
      return `${severity} ${cause.kind}`
  }
}
