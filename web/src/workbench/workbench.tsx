import type { ChallengeBody, ChallengeHomeBody } from '../../../src/api/challenges.ts'

export interface WorkbenchProps {
  readonly challenge: ChallengeBody
  readonly home: ChallengeHomeBody
}

/** Where a team writes, uploads and tries its bot for one challenge. */
export function Workbench({ challenge }: WorkbenchProps) {
  return <section aria-label={`Your bot for ${challenge.title}`} />
}
