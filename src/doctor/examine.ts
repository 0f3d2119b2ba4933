import { ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { TimeControl } from '../match/clock.ts'
import { makeSpec } from '../match/match.ts'
import { firstOpening } from '../runner/first-opening.ts'
import { conforms, judgeChecks, type Check } from './checks.ts'
import { diagnose } from './diagnose.ts'
import { diagnoseSilence, limitOf } from './diagnose-silence.ts'
import { lookAgain } from './look-again.ts'
import { knowledgeOf } from './knowledge.ts'
import type { Observation, Patient } from './observation.ts'
import { planTrials } from './plan.ts'
import { runTrial } from './run-trial.ts'

export interface Examination {
  /** The id of the wire; `brain` for a brain. */
  readonly wire: string
  readonly checks: readonly Check[]
  readonly conforms: boolean
  readonly rounds: number
}

/** After so many timeouts further rounds show nothing new. */
const WAITS = 2

/** Plays the planned rounds against a bot and judges them. */
export async function examine(
  patient: Patient,
  challenge: Challenge,
  clock: TimeControl = challenge.rules.clock,
): Promise<Result<Examination>> {
  const spec = makeSpec(
    challenge.game,
    challenge.game.presets[challenge.preset] ?? {},
    { ...challenge.rules, clock },
    0,
  )
  if (!spec.ok) return spec
  const opening = firstOpening(challenge, spec.value)
  const dialect = patient.kind === 'program' ? patient.dialect : undefined
  const fit = dialect?.check(opening) ?? ok(undefined)
  if (!fit.ok) return fit
  const knows = knowledgeOf(dialect, opening)
  const trials = planTrials(challenge, knows.gameDoctor, dialect?.tellsCheats ?? false)
  const rounds: Observation[] = []
  for (const trial of trials) {
    const round = await runTrial(patient, trial, challenge, clock, knows)
    if (!round.ok) return round
    rounds.push(await withSecondLook(patient, round.value, rounds))
    if (isHopeless(rounds)) break
  }
  const checks = judgeChecks(knows, rounds, diagnose(rounds), trials.length)
  return ok({ wire: knows.wire, checks, conforms: conforms(checks), rounds: rounds.length })
}

const isWait = ({ fault }: Observation): boolean => fault?.kind === 'timeout' || fault?.kind === 'slow-start'

/** Runs a program again, once, if it timed out and the round does not show why. */
async function withSecondLook(
  patient: Patient,
  round: Observation,
  before: readonly Observation[],
): Promise<Observation> {
  if (patient.kind !== 'program' || !isWait(round) || before.some(({ again }) => again)) return round
  const { kind } = diagnoseSilence(round)
  if (kind !== 'slow-start' && kind !== 'slow-move') return round
  return { ...round, again: await lookAgain(patient.process, round, limitOf(round)) }
}

/** Whether to stop: the bot never gets ready, never answers in either seat, or has timed out often enough. */
function isHopeless(rounds: readonly Observation[]): boolean {
  if (rounds.some(({ neverBegan, fault }) => neverBegan && fault !== undefined)) return true
  const isMute = ({ turns, seat, fault }: Observation): boolean =>
    fault !== undefined && turns.every((turn) => turn[seat] === undefined)
  return (rounds.length >= 2 && rounds.every(isMute)) || rounds.filter(isWait).length >= WAITS
}
