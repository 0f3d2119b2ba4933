import { brainsFor, isCheat } from '../src/brains/index.ts'
import { findLadder, randomLadder, tronLadder, type Ladder } from '../src/brains/ladders.fixture.ts'
import type { Challenge } from '../src/challenges/challenge.ts'
import { findChallenge } from '../src/challenges/index.ts'

const PREFIX = 'challenge '

/** All house brains of a challenge that play by the rules, under the settings of the challenge. */
export function ladderOf({ id, game, preset }: Challenge): Ladder {
  const settings = game.presets[preset] ?? {}
  const name = `${PREFIX}${id}`
  const brains = brainsFor(game.id).filter((brain) => !isCheat(brain))
  const ladder =
    game.id === 'tron'
      ? tronLadder(name, settings)
      : // A random opening would give away a game that is decided in nine moves.
        randomLadder(name, game, brains, game.id === 'tic-tac-toe' ? 0 : 2, settings)
  return { ...ladder, brains }
}

/** Of a challenge, or one of those that the brains are tuned with. */
export function ladderNamed(name: string): Ladder {
  if (!name.startsWith(PREFIX)) return findLadder(name)
  const challenge = findChallenge(name.slice(PREFIX.length))
  if (challenge === undefined) throw new Error(`there is no ${name}`)
  return ladderOf(challenge)
}
