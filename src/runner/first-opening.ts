import { seededRng } from '../base/rng.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { MatchSpec } from '../match/match.ts'
import type { Opening } from '../protocols/protocol.ts'

/** The opening that the first seat would get: used to check whether a wire can express it. */
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
