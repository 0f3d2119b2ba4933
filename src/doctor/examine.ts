import type { Challenge } from '../challenges/challenge.ts'
import type { TimeControl } from '../match/clock.ts'
import { conforms, judgeChecks, type Check } from './checks.ts'
import { diagnose } from './diagnose.ts'
import { diagnoseSilence, limitOf } from './diagnose-silence.ts'
import { lookAgain } from './look-again.ts'
import type { Observation, Patient, Wire } from './observation.ts'
import { planTrials } from './plan.ts'
import { runTrial } from './run-trial.ts'

export interface Examination {
  readonly wire: Wire
  readonly checks: readonly Check[]
  readonly conforms: boolean
  readonly rounds: number
}

/** More waits in vain than this show nothing new. */
const WAITS = 2

/** Plays scripted rounds against a bot until all is known, and judges what was seen. */
export async function examine(
  patient: Patient,
  challenge: Challenge,
  clock: TimeControl = challenge.rules.clock,
): Promise<Examination> {
  const wire = patient.kind === 'brain' ? 'brain' : (patient.dialect.id as Wire)
  const trials = planTrials(challenge, wire)
  const rounds: Observation[] = []
  for (const trial of trials) {
    const round = await runTrial(patient, trial, challenge, clock)
    rounds.push(await withSecondLook(patient, round, rounds))
    if (isHopeless(rounds)) break
  }
  const checks = judgeChecks(wire, rounds, diagnose(rounds), trials.length)
  return { wire, checks, conforms: conforms(checks), rounds: rounds.length }
}

const isWait = ({ fault }: Observation): boolean => fault?.kind === 'timeout' || fault?.kind === 'slow-start'

/** One that fell silent for no reason that shows is looked at again, once. */
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

/** Who does not even get ready, or never answers in either seat, need not be asked for ever. */
function isHopeless(rounds: readonly Observation[]): boolean {
  if (rounds.some(({ neverBegan, fault }) => neverBegan && fault !== undefined)) return true
  const isMute = ({ turns, trial: { seat }, fault }: Observation): boolean =>
    fault !== undefined && turns.every((turn) => turn[seat] === undefined)
  return (rounds.length >= 2 && rounds.every(isMute)) || rounds.filter(isWait).length >= WAITS
}
