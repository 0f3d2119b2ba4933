import type { ReactNode } from 'react'
import { describeVerdict } from '../../../src/match/describe.ts'
import type { Player } from '../../../src/match/match.ts'
import { lastMoveWords } from '../story/last-move.ts'
import type { Story } from '../story/story.ts'
import { winnerSeat } from '../story/winner-seat.ts'
import './end-card.css'

interface EndCardProps {
  readonly story: Story
  /** The player that the viewer is; undefined for spectators. */
  readonly me?: Player
  readonly children?: ReactNode
}

/** How a match ended, flooded by the winner's colour; nothing while it is played. */
export function EndCard({ story, me, children }: EndCardProps) {
  const { result } = story.match
  if (!result) return null
  const seat = winnerSeat(story)
  const move = lastMoveWords(story)
  return (
    <section
      className="end-card"
      aria-label="How it ended"
      data-seat={seat}
      data-won={seat === undefined ? undefined : ''}
    >
      {me !== undefined && <p className="end-word">{outcomeWords(result, me)}</p>}
      <p className="verdict">{describeVerdict(story.match, story.names)}</p>
      {move !== undefined && <p className="end-move">{move}</p>}
      {children}
    </section>
  )
}

/** `You won.`, `You lost.`, `Drawn.` */
function outcomeWords({ void: isVoid, winner }: NonNullable<Story['match']['result']>, me: Player): string {
  if (isVoid) return 'Not counted.'
  if (winner === undefined) return 'Drawn.'
  return winner === me ? 'You won.' : 'You lost.'
}
