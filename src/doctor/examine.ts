import { ok, type Result } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
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
): Promise<Result<Examination>> {
  const wire = patient.kind === 'brain' ? 'brain' : (patient.dialect.id as Wire)
  const fit = fits(patient, challenge, clock)
  if (!fit.ok) return fit
  const trials = planTrials(challenge, wire)
  const rounds: Observation[] = []
  for (const trial of trials) {
    const round = await runTrial(patient, trial, challenge, clock)
    if (!round.ok) return round
    rounds.push(await withSecondLook(patient, round.value, rounds))
    if (isHopeless(rounds)) break
  }
  const checks = judgeChecks(wire, rounds, diagnose(rounds), trials.length)
  return ok({ wire, checks, conforms: conforms(checks), rounds: rounds.length })
}

/** Whether the challenge can be told on the program's wire at all. */
function fits(patient: Patient, challenge: Challenge, clock: TimeControl): Result<unknown> {
  if (patient.kind === 'brain') return ok(undefined)
  const { id, game, preset, rules } = challenge
  const settings = game.presets[preset] ?? {}
  const config = game.parseConfig(settings)
  if (!config.ok) return config
  return patient.dialect.check({
    challenge: id,
    game: game.id,
    settings,
    seat: 0,
    names: [patient.name, 'opponent'],
    round: 0,
    seed: 0,
    clock,
    startUpMs: rules.startUpMs,
    view: game.view(game.setup(config.value, seededRng(0)), 0),
  })
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
