import type { Cause } from './finding.ts'
import { lastError } from './last-error.ts'
import { outputOf, type Observation } from './observation.ts'
import { splitOutput } from './split-output.ts'
import { explainUnreadable } from './unreadable.ts'

/** Why nothing that could be read came in time. */
export function diagnoseSilence(round: Observation): Cause {
  const { wire, again, awaited, game } = round
  const { rest } = splitOutput(wire, outputOf(round))
  if (/\S/.test(rest)) {
    if (isUnfinished(round, rest)) return { kind: 'no-line-end' }
    const unreadable = explainUnreadable(wire, awaited, rest, game)
    if (unreadable && again?.onTerminal !== true) return unreadable
  }
  if (again?.onTerminal === true) return { kind: 'not-flushed', proof: 'terminal' }
  if (again && again.lateMs === undefined) {
    if (again.afterClose !== '')
      return again.onTerminal === false
        ? { kind: 'reads-to-end' }
        : { kind: 'not-flushed', proof: 'input-closed' }
    if (again.closing.kind === 'ended') {
      const error = lastError(again.closing.errors)
      return { kind: 'waits-for-more', ...(error && { lastError: error }) }
    }
  }
  return slow(round)
}

function slow(round: Observation): Cause {
  const { again, fault, wire, trial, turns } = round
  // Without a handshake the time to start is part of the first move.
  const isStart = round.neverBegan || (wire === 'longest-group' && turns.every((turn) => !turn[trial.seat]))
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

/** The answer is there, but nothing says that it is complete. */
function isUnfinished({ wire }: Observation, rest: string): boolean {
  switch (wire) {
    case 'longest-group':
      return /^\s*-?\d+\s+-?\d+$/.test(rest)
    case 'json':
      return !rest.includes('\n')
    case 'light-cycle':
    case 'brain':
      return false
  }
}
