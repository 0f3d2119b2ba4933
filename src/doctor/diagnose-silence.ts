import type { Expectation } from '../protocols/stdio/scan.ts'
import type { Cause } from './finding.ts'
import { lastError } from './last-error.ts'
import { outputOf, type Observation } from './observation.ts'
import { expectationAt, explainWord, hasHandshake } from './knowledge.ts'
import { isFirstAnswer } from './make-finding.ts'
import { splitOutput } from './split-output.ts'

/** Why no readable answer came in time. */
export function diagnoseSilence(round: Observation): Cause {
  const { knows, again, awaited } = round
  const { said, rest } = splitOutput(knows, outputOf(round))
  // One that answered before does flush. If it does not this time, the answer comes when its input is closed.
  const isBuffered = again?.onTerminal === true && (isFirstAnswer(round) || again.afterClose !== '')
  if (/\S/.test(rest)) {
    if (isUnfinished(expectationAt(knows, said.length).what, rest)) return { kind: 'no-line-end' }
    if (!isBuffered) return knows.doctor.unreadable(awaited, rest, explainWord(knows))
  }
  if (isBuffered) return { kind: 'not-flushed', proof: 'terminal' }
  if (again && again.lateMs === undefined) {
    const { afterClose, closing } = again
    if (afterClose !== '' && again.onTerminal === undefined)
      return { kind: 'not-flushed', proof: 'input-closed' }
    if (afterClose !== '' && isFirstAnswer(round)) return { kind: 'reads-to-end' }
    if (afterClose !== '' || closing.kind === 'ended') {
      const error = closing.kind === 'ended' ? lastError(closing.errors) : undefined
      return { kind: 'waits-for-more', ...(error && { lastError: error }) }
    }
  }
  return slow(round)
}

function slow(round: Observation): Cause {
  const { again, fault, knows, seat, turns } = round
  // Without a handshake the first move includes the time to start.
  const isStart = round.neverBegan || (!hasHandshake(knows) && turns.every((turn) => !turn[seat]))
  const cpuMs = again?.cpuMs ?? fault?.spent?.cpu
  return {
    kind: isStart ? 'slow-start' : 'slow-move',
    ...(again?.lateMs !== undefined && { lateMs: again.lateMs }),
    ...(cpuMs !== undefined && { cpuMs }),
    limitMs: limitOf(round),
  }
}

/** How long the host has waited. */
export function limitOf({ neverBegan, startUpMs, clock }: Observation): number {
  if (neverBegan) return startUpMs
  return clock.kind === 'none' ? Infinity : clock.ms
}

/** Whether the answer is there and only its end is missing. */
function isUnfinished(what: Expectation, rest: string): boolean {
  switch (what.kind) {
    case 'numbers':
      return NUMBERS.test(rest) && rest.trim().split(/\s+/).length === what.count
    case 'line':
      return !rest.includes('\n')
    case 'word':
      return false
  }
}

const NUMBERS = /^\s*-?\d+(?:\s+-?\d+)*$/
