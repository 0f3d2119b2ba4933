import type { ProblemCode } from '../base/problem-codes.ts'

/** Whether a problem of a build or a trial is the host's fault: then it says nothing about the bot. */
export const isHostsFault = (code: ProblemCode): boolean => HOSTS_FAULTS.has(code)

const HOSTS_FAULTS: ReadonlySet<ProblemCode> = new Set([
  'build-stopped',
  'sandbox-cores',
  'sandbox-failed',
  'sandbox-folder',
  'sandbox-unavailable',
  'trial-host',
  'trial-stopped',
  'workshop-disk',
])
