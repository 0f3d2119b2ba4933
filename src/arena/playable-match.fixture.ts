import type { Challenge } from '../challenges/challenge.ts'
import type { LogEntry, MatchOrigin, MatchPlayer } from '../store/store.ts'

/** Match 1 of a challenge with its own settings and rules, as the log has it: it can be played. */
export const playableMatch = (
  { id: challenge, game, preset, rules }: Challenge,
  players: readonly [MatchPlayer, MatchPlayer],
  origin: MatchOrigin,
): LogEntry => ({
  kind: 'match-created',
  match: 1,
  challenge,
  gameVersion: game.version,
  settings: { ...game.presets[preset] },
  rules,
  seed: 1,
  players,
  origin,
})
