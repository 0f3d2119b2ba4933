import { seededRng } from '../base/rng.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { MatchSpec } from '../match/match.ts'
import type { Opening } from '../protocols/protocol.ts'

/** What the first seat would be told before its first round: enough to see whether a wire can tell it. */
export const firstOpening = (
  challenge: Challenge,
  { game, settings, config, rules, seed }: MatchSpec,
): Opening => ({
  challenge: challenge.id,
  game: game.id,
  settings,
  seat: 0,
  names: ['', ''],
  round: 0,
  seed,
  clock: rules.clock,
  startUpMs: rules.startUpMs,
  view: game.view(game.setup(config, seededRng(seed)), 0),
})
