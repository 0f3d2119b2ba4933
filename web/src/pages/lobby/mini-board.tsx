import { useMemo } from 'react'
import { Board } from '../../board/board.tsx'
import { lastIndex } from '../../story/cursor.ts'
import { useGame } from '../../story/games.ts'
import { pictureAt } from '../../watch/picture-at.ts'
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
}

/** A small live board. */
export function MiniBoard({ match, game, attention, isOver, label }: MiniBoardProps) {
  const isKnown = useGame(game)
  const { story: live } = useFollowing(match, isKnown && attention === 'live')
  const glanced = useGlances(match, isKnown && attention === 'glances', isOver)
  const story = newer(live, glanced)
  const picture = useMemo(() => story && pictureAt(story, lastIndex(story)), [story])
  return picture ? <Board picture={picture} label={label} /> : null
}

const newer = (one: Story | undefined, other: Story | undefined): Story | undefined =>
  (one?.frames.length ?? 0) >= (other?.frames.length ?? 0) ? one : other
