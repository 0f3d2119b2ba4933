import { duration } from './duration.ts'
import { CHECKS, type CheckId, type Finding } from './finding.ts'
import { lastError } from './last-error.ts'
import { BRAIN, hasHandshake, type Knowledge } from './knowledge.ts'
import type { Observation, TurnTime } from './observation.ts'
import { CHEATER } from './opponents.ts'
import { describeFinding } from './words.ts'

export type Status = 'passed' | 'warned' | 'failed' | 'noted' | 'not-tried'

export interface Check {
  readonly id: CheckId
  readonly status: Status
  /** Without a full stop. */
  readonly sentence: string
  readonly findings: readonly Finding[]
}

/** The whole examination as a list, always in the same order. `planned`: how many rounds there should have been. */
export function judgeChecks(
  knows: Knowledge,
  rounds: readonly Observation[],
  findings: readonly Finding[],
  planned: number,
): readonly Check[] {
  const hasFlip = rounds.some(({ trial }) => trial.opponent === CHEATER)
  const judge = (id: CheckId): Check => {
    const own = findings.filter(({ check }) => check === id)
    const worst = own.find(({ severity }) => severity === 'failure') ?? own[0]
    if (worst === undefined) return { id, findings: [], ...PASSES[id](rounds, planned, knows) }
    const status = worst.severity === 'failure' ? 'failed' : 'warned'
    return { id, status, sentence: describeFinding(worst).title, findings: own }
  }
  return CHECKS.filter((id) => belongs(id, knows, hasFlip, findings)).map(judge)
}

export const conforms = (checks: readonly Check[]): boolean =>
  checks.every(({ status }) => status !== 'failed' && status !== 'not-tried')

/** Whether a check applies: not to what cannot be seen of this bot, unless something was found. */
function belongs(id: CheckId, knows: Knowledge, hasFlip: boolean, findings: readonly Finding[]): boolean {
  if (findings.some(({ check }) => check === id)) return true
  switch (id) {
    case 'flip':
      return hasFlip
    case 'order':
    case 'output':
    case 'end':
      return knows.wire !== BRAIN
    case 'reading':
      return knows.doctor.isPositionUntold ?? false
    case 'start':
    case 'answer':
    case 'rounds':
    case 'time':
      return true
  }
}

type Verdict = Pick<Check, 'status' | 'sentence'>
type Judge = (rounds: readonly Observation[], planned: number, knows: Knowledge) => Verdict

const passed = (sentence: string): Verdict => ({ status: 'passed', sentence })
const NEVER: Verdict = { status: 'not-tried', sentence: 'Not tried: it never got that far' }

/** The verdict of a check without findings. */
const PASSES: Readonly<Record<CheckId, Judge>> = {
  start: (rounds, _, knows) => {
    const started = rounds.filter(({ startMs }) => startMs !== undefined)
    // Rounds in which the host holds its lines back start more slowly: they count only if there are no others.
    const plain = started.filter(({ trial }) => !trial.holds)
    const starts = (plain.length > 0 ? plain : started).map(({ startMs = 0 }) => startMs)
    if (starts.length === 0) return NEVER
    // Without a handshake the host does not learn when the program is ready.
    return passed(
      hasHandshake(knows) ? `It starts, and is ready after ${duration(Math.max(...starts))}` : 'It starts',
    )
  },
  answer: (rounds) => {
    const answered = rounds.filter((round) => hasAnswered(round)).length
    return answered === rounds.length ? passed('It answers its first question') : NEVER
  },
  order: (rounds) => (rounds.some(hasAnswered) ? passed('It speaks only when it is its turn') : NEVER),
  output: (rounds) => (rounds.some(hasAnswered) ? passed('It writes nothing but its answers') : NEVER),
  rounds: (rounds, planned) => {
    const whole = rounds.filter(
      ({ fault, trial }) => fault === undefined || trial.opponent === CHEATER,
    ).length
    if (whole === planned) return passed(`It plays ${planned} rounds to their end, in both seats`)
    return {
      status: 'failed',
      sentence: `It played ${whole} of ${planned} rounds to their end${rounds.length < planned ? '; the others would have shown nothing new' : ''}`,
    }
  },
  reading: (rounds) =>
    rounds.every(({ fault }) => !fault) ? passed('It reads what it is sent as it is meant') : NEVER,
  flip: () => passed('It flips the table when its opponent cheats'),
  time: (rounds) => judgeTime(rounds),
  end: (rounds) => {
    const round = rounds.find(({ closing }) => closing !== undefined)
    if (round?.closing === undefined)
      return { status: 'noted', sentence: 'Not seen: no round came to its end while it was watched' }
    if (round.closing.kind === 'ran-on')
      return { status: 'noted', sentence: 'It ran on when its input was closed, and was stopped' }
    const { end, errors } = round.closing
    const code = end.kind === 'exited' ? end.code : undefined
    const error = code === 0 ? undefined : lastError(errors)
    const how =
      code === undefined || code === 0 ? '' : `, with exit code ${code}${error ? ` (${error})` : ''}`
    return {
      status: 'noted',
      sentence: `It ended by itself ${duration(round.closing.ms)} after its input was closed${how}`,
    }
  },
}

const hasAnswered = ({ turns, seat }: Observation): boolean => turns.some((turn) => turn[seat] !== undefined)

/** A bot that uses more than this part of its limit may be too late on a slower machine. */
const WARN_ABOVE = 0.5

function judgeTime(rounds: readonly Observation[]): Verdict {
  const times = rounds.flatMap((round) => round.times)
  const [first] = rounds
  const slowest = times.toSorted((a, b) => b.wall - a.wall)[0]
  if (first === undefined || slowest === undefined) return NEVER
  const median = times.toSorted((a, b) => a.wall - b.wall)[times.length >> 1] as TurnTime
  const limit = first.clock.kind === 'none' ? undefined : first.clock.ms
  const part = limit === undefined ? 0 : slowest.wall / limit
  const share =
    limit === undefined ? '' : `, ${part < 0.01 ? 'under 1' : Math.round(100 * part)} % of ${duration(limit)}`
  const sentence = `Its slowest move took ${show(slowest)}${share}; the median is ${show(median)}`
  return { status: part > WARN_ABOVE ? 'warned' : 'passed', sentence }
}

const show = ({ wall, cpu }: TurnTime): string =>
  cpu === undefined ? duration(wall) : `${duration(wall)} (${duration(cpu)} of processor time)`
