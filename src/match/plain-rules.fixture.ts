import type { MatchRules } from './rules.ts'

/** The plainest match there is: one round, a second a move, an illegal move loses. */
export const PLAIN_RULES: MatchRules = {
  clock: { kind: 'per-move', ms: 1000 },
  startUpMs: 5000,
  illegal: { kind: 'forfeit' },
  bestOf: 1,
  draws: { kind: 'count' },
  swapSeats: false,
  turnLimit: 100,
}
