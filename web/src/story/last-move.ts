import type { Story } from './story.ts'
import { lastIndex } from './cursor.ts'

/** The move that ended a match, in words without a full stop; undefined if no move ended it, or if it has no winner. */
export function lastMoveWords(story: Story): string | undefined {
  const frame = story.frames[lastIndex(story)]
  const winner = frame?.result?.winner
  if (!frame?.turn || winner === undefined || frame.result?.end.kind !== 'played') return undefined
  const loser = winner === 0 ? 1 : 0
  const moveOf = (player: 0 | 1): string | undefined =>
    frame.turn?.[frame.match.round.seats[0] === player ? 0 : 1]
  const [won, lost] = [moveOf(winner), moveOf(loser)]
  // Where both move at once, the loser's move is the one that decided.
  if (lost !== undefined) return `The losing move: ${lost}, by ${story.names[loser]}`
  return won === undefined ? undefined : `The winning move: ${won}, by ${story.names[winner]}`
}
