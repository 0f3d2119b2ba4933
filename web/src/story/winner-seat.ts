import type { Seat } from '../../../src/game/game.ts'
import type { Story } from './story.ts'

/** The seat of the winner in the last round, for its colour; undefined while the match is played, and if there is no winner. */
export function winnerSeat(story: Story | undefined): Seat | undefined {
  const winner = story?.match.result?.winner
  if (story === undefined || winner === undefined) return undefined
  return story.match.round.seats[0] === winner ? 0 : 1
}
