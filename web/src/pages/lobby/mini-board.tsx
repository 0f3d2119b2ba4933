import { useEffect, useMemo, type ReactNode } from 'react'
import type { Pair, Seat } from '../../../../src/game/game.ts'
import { awaitedSeats } from '../../../../src/match/machine.ts'
import { Board } from '../../board/board.tsx'
import { lastIndex } from '../../story/cursor.ts'
import { NOT_FOLLOWED, type Following } from '../../story/follow-match.ts'
import { useGame } from '../../story/games.ts'
import { Clock } from '../../watch/clock.tsx'
import { frameAt, pictureAt } from '../../watch/picture-at.ts'
import type { Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import { useGlances } from '../../story/use-glances.ts'
import type { Attention } from './attention.ts'

interface MiniBoardProps {
  readonly match: number
  readonly game: string
  readonly attention: Attention
  readonly isOver: boolean
  readonly label: string
  /** Tells what the card shows beside the board. */
  readonly onSight: (sight: Sight) => void
}

/** What a card says of the position in view, for each player. */
export interface Sight {
  readonly seats: Pair<Seat>
  /** Makes a clock. No element is kept in state: in Preact it refers to the tree that it was last part of, with its boards. */
  readonly clockOf: (player: Seat) => ReactNode
  /** Whether the match has several rounds. */
  readonly isSeries: boolean
}

/** A small live board. */
export function MiniBoard({ match, game, attention, isOver, label, onSight }: MiniBoardProps) {
  const isKnown = useGame(game)
  const following = useFollowing(match, isKnown && attention === 'live')
  const glanced = useGlances(match, isKnown && attention === 'glances', isOver)
  const story = newer(following.story, glanced)
  const picture = useMemo(() => story && pictureAt(story, lastIndex(story)), [story])
  useEffect(() => {
    if (story) onSight(sightOf(story, story === following.story ? following : NOT_FOLLOWED))
  }, [story])
  return picture ? <Board picture={picture} label={label} /> : null
}

/** Clocks run only in a match that is followed: of others the times of the last look are shown. */
function sightOf(story: Story, following: Following): Sight {
  const frame = frameAt(story, lastIndex(story))
  const { match } = frame
  const seatOf = (player: 0 | 1): Seat => (match.round.seats[0] === player ? 0 : 1)
  const isLive = following !== NOT_FOLLOWED && match.phase === 'playing' && frame.result === undefined
  return {
    seats: [seatOf(0), seatOf(1)],
    clockOf(player) {
      const seat = seatOf(player)
      const isRunning = isLive && awaitedSeats(match).includes(seat)
      return <Clock frame={frame} seat={seat} following={following} isRunning={isRunning} />
    },
    isSeries: match.spec.rules.bestOf > 1,
  }
}

const newer = (one: Story | undefined, other: Story | undefined): Story | undefined =>
  (one?.frames.length ?? 0) >= (other?.frames.length ?? 0) ? one : other
