import { isObject, parseObject } from '../base/json.ts'
import type { Cause, HostLine } from './finding.ts'
import { outputOf, type Moment, type Observation } from './observation.ts'
import { splitOutput } from './split-output.ts'
import { explainUnreadable } from './unreadable.ts'

interface Early {
  readonly cause: Cause
  readonly got: string
  readonly turn: number
}

/** The first thing a program said before it was told what it must have known first. */
export function findEarly(round: Observation): Early | undefined {
  const { wire, moments } = round
  const at = moments.findIndex((moment) => moment.kind === 'came' && moment.before !== undefined)
  const moment = moments[at]
  if (moment?.kind !== 'came' || moment.before === undefined) return undefined
  const got = outputOf({ moments: [moment] })
  const line = hostLine(round, moments.slice(0, at), moment.before)
  const said = splitOutput(wire, outputOf({ moments: moments.slice(0, at) })).said
  const turn = turnOfAnswer(round, said.filter((one) => one.awaited === 'move').length)
  if (isAnswer(round, got)) return { cause: { kind: 'did-not-wait', line }, got, turn }
  const cause = explainUnreadable(wire, line === 'hello' ? 'greeting' : 'move', got, round.game)
  return wire === 'light-cycle' || cause === undefined ? undefined : { cause: { kind: 'extra-output' }, got, turn }
}

function isAnswer({ wire }: Observation, text: string): boolean {
  switch (wire) {
    case 'light-cycle':
      return /ready|left|right|forward/.test(text)
    case 'longest-group':
      return /^\s*-?\d+\s+-?\d+\s*$/.test(text.split('\n')[0] ?? '')
    case 'json':
      return isObject(parseObject(text.split('\n')[0] ?? ''))
    case 'brain':
      return false
  }
}

function hostLine({ wire }: Observation, before: readonly Moment[], text: string): HostLine {
  switch (wire) {
    case 'light-cycle':
      return text.includes(',') ? 'state' : 'size'
    case 'longest-group':
      return before.some((moment) => moment.kind === 'sent') ? 'last-move' : 'number'
    case 'json':
    case 'brain': {
      const type = parseObject(text)?.['type']
      return type === 'hello' || type === 'turn' ? type : 'news'
    }
  }
}

/** The turn in which a program gave its answer of this number, counted from 0. */
function turnOfAnswer({ turns, trial: { seat } }: Observation, index: number): number {
  const own = turns.flatMap((turn, at) => (turn[seat] === undefined ? [] : [at + 1]))
  return own[index] ?? turns.length + 1
}
