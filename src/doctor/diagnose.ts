import { diagnoseRound, OFTEN_FOLLOWS } from './diagnose-round.ts'
import type { Cause, Finding } from './finding.ts'
import { checkOf, isFirstAnswer, makeFinding } from './make-finding.ts'
import { outputOf, type Observation } from './observation.ts'
import { splitOutput } from './split-output.ts'

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

/** Only one silence gets a second look; its result stands for the other silences, too. */
function shareSecondLook(rounds: readonly Observation[]): readonly Observation[] {
  const again = rounds.find((round) => round.again)?.again
  return again ? rounds.map((round) => ({ again, ...round })) : rounds
}

/** Replaces what follows from a root cause, such as a line that was not waited for, by that cause. */
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

/** Looks for a better cause of a finding in all rounds together. */
function relate(one: Finding, rounds: readonly Observation[], all: readonly Finding[]): Finding {
  if (one.cause.kind === 'illegal') {
    const misbelief = one.seen.knows.gameDoctor.explainIllegal?.(rounds)
    const cause: Cause = misbelief ? { kind: 'misbelief', why: one.cause.why, ...misbelief } : one.cause
    return { ...one, cause, check: checkOf(cause, one.seen, one.turn) }
  }
  return countsFromOne(all) && (isBeginner(one) || isWaiter(one))
    ? { ...one, cause: { kind: 'counts-players-from-one' }, check: 'order', severity: 'failure' }
    : one
}

/** In seat 1 it begins, and in seat 0 it waits for the other player to begin. */
const countsFromOne = (all: readonly Finding[]): boolean => all.some(isBeginner) && all.some(isWaiter)

const isBeginner = ({ cause, seen, turn }: Finding): boolean =>
  cause.kind === 'did-not-wait' &&
  cause.line === seen.knows.doctor.moveLine &&
  seen.seat === 1 &&
  (turn ?? 0) <= 2

const isWaiter = ({ cause, seen }: Finding): boolean =>
  cause.kind === 'waits-for-more' &&
  seen.knows.doctor.moveLine !== undefined &&
  seen.seat === 0 &&
  isFirstAnswer(seen)

/** Asks the game whether legal moves show that the bot misreads the position. */
function findMisreading(rounds: readonly Observation[], all: readonly Finding[]): readonly Finding[] {
  if (all.some(({ severity }) => severity === 'failure')) return []
  const found = rounds[0]?.knows.gameDoctor.findMisreading?.(rounds)
  const seen = found && rounds[found.round]
  if (found === undefined || seen === undefined) return []
  const { round: _, turn, ...misbelief } = found
  const moves = splitOutput(seen.knows, outputOf(seen)).said.filter(({ awaited }) => awaited === 'move')
  return [
    makeFinding(seen, { kind: 'misbelief', ...misbelief }, 'failure', moves[turn - 1]?.line ?? '', turn),
  ]
}

function keyOf({ cause, severity }: Finding): string {
  const more =
    'line' in cause ? cause.line : 'belief' in cause ? cause.belief : 'form' in cause ? cause.form : ''
  return `${severity} ${cause.kind} ${more}`
}
