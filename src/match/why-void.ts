import type { Match } from './match.ts'

/** Why the host could not play a match that is void. */
export function whyVoid({ ended }: Match): string {
  const end = ended.findLast((round) => round.end.kind === 'void')?.end
  return end?.kind === 'void' ? end.why : 'the host failed'
}
