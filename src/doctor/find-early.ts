import { parseObject } from '../base/json.ts'
import type { Cause, HostLine } from './finding.ts'
import { outputOf, type Moment, type Observation } from './observation.ts'
import { splitOutput } from './split-output.ts'

export interface Early {
  readonly cause: Cause
  readonly got: string
  readonly isAllowed: boolean
  /** Undefined before the first turn. */
  readonly turn?: number
}

/** The first thing a program said before it was told what it must have known first. */
export function findEarly(round: Observation): Early | undefined {
  const { wire, moments, trial } = round
  let told = 0
  for (const [at, moment] of moments.entries()) {
    if (moment.kind === 'came') continue
    const before = moments.slice(0, at)
    const line = hostLine(round, told++, moment.text)
    if (line === undefined) continue
    const answers = answersBefore(line, before, trial.seat)
    const { ends } = splitOutput(wire, outputOf({ moments: before }))
    const got = outputOf({ moments: before })
      .slice(ends[answers - 1] ?? 0)
      .replace(/^\s*\n/, '')
    if (ends.length < answers || !/\S/.test(got)) continue
    const isAnswer = ANSWERS[wire].test(got)
    // Words between the words are another matter on a wire where they are passed over.
    if (!isAnswer && wire === 'light-cycle') continue
    const cause: Cause = isAnswer ? { kind: 'did-not-wait', line } : { kind: 'extra-output' }
    const turn = turnOf(round, before, line)
    const isAllowed = isAnswer && mayWriteAhead(wire, line)
    return { cause, got, isAllowed, ...(turn !== undefined && { turn }) }
  }
  return undefined
}

/** On a wire of words they may be sent ahead; on the others nothing is lost by being ready too soon. */
export const mayWriteAhead = (wire: Observation['wire'], line: HostLine): boolean =>
  wire === 'light-cycle' || line === 'number' || line === 'hello'

const ANSWERS: Readonly<Record<Observation['wire'], RegExp>> = {
  'light-cycle': /ready|left|right|forward/,
  'longest-group': /^\s*-?\d+(?:\s|$)/,
  json: /^\s*\{/,
  brain: /^$/,
}

function hostLine({ wire }: Observation, index: number, text: string): HostLine | undefined {
  switch (wire) {
    case 'light-cycle':
      return index === 0 ? 'size' : 'state'
    case 'longest-group':
      return index === 0 ? 'number' : 'last-move'
    case 'json': {
      const type = parseObject(text)?.['type']
      return type === 'hello' ? 'hello' : type === 'over' ? undefined : 'turn'
    }
    case 'brain':
      return undefined
  }
}

/** How many answers the host has read before it says such a line. */
function answersBefore(line: HostLine, before: readonly Moment[], seat: 0 | 1): number {
  const told = before.flatMap((moment) => (moment.kind === 'sent' ? [moment.text] : []))
  switch (line) {
    case 'size':
      return 1
    case 'state':
      return 2 * told.length
    case 'number':
    case 'hello':
      return 0
    case 'last-move':
      return told.length - seat
    case 'turn':
      return 1 + told.filter((text) => parseObject(text)?.['type'] === 'turn').length
  }
}

function turnOf(
  { turns, trial: { seat } }: Observation,
  before: readonly Moment[],
  line: HostLine,
): number | undefined {
  if (line === 'hello') return undefined
  const told = before.filter((moment) => moment.kind === 'sent').length
  if (line === 'size' || line === 'state') return Math.max(1, told)
  if (line === 'number') return 1 + seat
  if (line === 'last-move') return 2 * told - seat + (seat === 0 ? 1 : 0)
  const own = turns.flatMap((turn, at) => (turn[seat] === undefined ? [] : [at + 1]))
  const asked = before.filter(isTurn).length
  return own[asked] ?? turns.length + 1
}

const isTurn = (moment: Moment): boolean =>
  moment.kind === 'sent' && parseObject(moment.text)?.['type'] === 'turn'
