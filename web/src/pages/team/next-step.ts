import type { BotBody, VersionBody } from '../../../../src/api/bots.ts'
import type { MatchBody } from '../../../../src/api/matches.ts'

/** What the owner of a bot does next. */
export type NextStep =
  /** It has no version yet. */
  | 'write'
  /** Its newest version is being built. */
  | 'build'
  /** Its newest version does not work. */
  | 'mend'
  | 'play'
  /** It is playing, or waits to. */
  | 'watch'
  /** It has lost its last match. */
  | 'read'

export function nextStep(
  { id, plays }: Pick<BotBody, 'id' | 'plays'>,
  newest: Pick<VersionBody, 'version' | 'status'> | undefined,
  last: Pick<MatchBody, 'status' | 'winner' | 'players'> | undefined,
): NextStep {
  if (!newest) return 'write'
  if (newest.status === 'waiting') return 'build'
  if (newest.status === 'failed' || plays === null) return 'mend'
  if (!last) return 'play'
  if (last.status !== 'over') return 'watch'
  const own = last.players.findIndex(({ program }) => program?.id === id)
  const version = last.players[own]?.program?.version
  // A newer version has been uploaded since: its own first match comes next.
  if (version !== undefined && version < plays) return 'play'
  return last.winner !== null && last.winner !== own ? 'read' : 'play'
}
