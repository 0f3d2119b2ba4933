import { SEATS } from '../../../src/game/game.ts'
import { describeEnd } from '../../../src/match/describe.ts'
import type { Frame, Story } from './story.ts'
import { sentence } from '../parts/words.ts'

/** What happened last at a frame, in one sentence without a full stop. */
export function happened({ names, match: { spec } }: Story, frame: Frame): string {
  const { match, result, notice, turn } = frame
  if (result) return sentence(describeEnd(result, spec, names), names)
  if (notice !== undefined) return notice
  if (turn) {
    const moves = SEATS.flatMap((seat) => {
      const move = turn[seat]
      return move === undefined ? [] : [`${names[match.round.seats[seat]]} played ${move}`]
    })
    return `Turn ${match.round.turns}: ${moves.join(', ')}`
  }
  if (match.phase === 'starting') return 'The players are getting ready'
  const count = spec.rules.bestOf > 1 || frame.round > 0 ? `Round ${frame.round + 1}` : 'The game'
  return `${count} has begun`
}
