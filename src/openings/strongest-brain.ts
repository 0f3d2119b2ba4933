import { findBrain } from '../brains/index.ts'
import { rungsOf } from '../brains/rungs.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { Brain } from '../game/brain.ts'
import type { AnyGame } from '../game/game.ts'

/** The house brain with the highest measured rating in the challenges of a game; undefined if none was measured. */
export function strongestBrain(game: AnyGame): Brain | undefined {
  const rungs = CHALLENGES.filter((challenge) => challenge.game.id === game.id).flatMap(rungsOf)
  const [best] = rungs.toSorted((a, b) => b.rating - a.rating)
  return best && findBrain(best.brain, game.id)
}
