import type { MatchRules } from '../match/match.ts'

export const RULES: MatchRules = {
  clock: { kind: 'per-move', ms: 10_000 },
  startUpMs: 5000,
  illegal: { kind: 'forfeit' },
  bestOf: 3,
  draws: { kind: 'replay', limit: 3 },
  swapSeats: true,
  turnLimit: 1000,
}
