import type { Match, MatchEvent, Player } from './match.ts'

/** The player of a move and its thinking time: as its connection measured it, or from the question to the answer. */
export function thoughtOf(
  before: Match,
  event: MatchEvent,
): { readonly player: Player; readonly ms: number } | undefined {
  if (event.kind !== 'answered' || before.phase !== 'playing') return undefined
  const { clocks, seats } = before.round
  const since = clocks[event.seat].since
  const ms = event.spent?.wall ?? (since === undefined ? undefined : event.at - since)
  return ms === undefined ? undefined : { player: seats[event.seat], ms: Math.max(0, ms) }
}
