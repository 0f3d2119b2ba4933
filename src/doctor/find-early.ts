import { moveWords } from './knowledge.ts'
import type { Cause } from './finding.ts'
import { outputOf, type Observation } from './observation.ts'
import { splitOutput } from './split-output.ts'

export interface Early {
  readonly cause: Cause
  readonly got: string
  readonly isAllowed: boolean
  /** Undefined before the first turn. */
  readonly turn?: number
}

/** The first output that came before the host line it should have waited for. */
export function findEarly(round: Observation): Early | undefined {
  const { knows, moments } = round
  const told: string[] = []
  for (const [at, moment] of moments.entries()) {
    if (moment.kind === 'came') continue
    const line = knows.doctor.hostLine(moment.text, told, round)
    told.push(moment.text)
    if (line === undefined) continue
    const output = outputOf({ moments: moments.slice(0, at) })
    const { ends } = splitOutput(knows, output)
    const got = output.slice(ends[line.answers - 1] ?? 0).replace(/^\s*\n/, '')
    if (ends.length < line.answers || !/\S/.test(got)) continue
    const isAnswer = knows.doctor.answer.test(got)
    // A wire of words skips other text: `findChatter` reports it.
    if (!isAnswer && moveWords(knows).length > 0) continue
    const { id, what, fix, mayComeEarly, turn } = line
    const cause: Cause = isAnswer
      ? { kind: 'did-not-wait', line: id, what, fix, mayComeEarly }
      : { kind: 'extra-output' }
    return { cause, got, isAllowed: isAnswer && mayComeEarly, ...(turn !== undefined && { turn }) }
  }
  return undefined
}
