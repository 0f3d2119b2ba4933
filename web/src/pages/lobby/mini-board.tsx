import { useMemo } from 'react'
import { fetchRecord } from '../../api/matches.ts'
import { ok } from '../../../../src/base/result.ts'
import { Board } from '../../board/board.tsx'
import { lastIndex } from '../../story/cursor.ts'
import { useGame } from '../../story/games.ts'
import { pictureAt } from '../../watch/picture-at.ts'
import { readStory } from '../../story/read-story.ts'
import type { Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import { useResource } from '../../api/use-resource.ts'
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

/** Reads the record now and then, and once more when the match is over: the last position is the one that counts. */
function useGlances(match: number, isWanted: boolean, isOver: boolean): Story | undefined {
  const { value } = useResource(
    isWanted ? `${match} ${isOver}` : undefined,
    async (signal) => {
      const text = await fetchRecord(match, signal)
      return text.ok ? ok(readStory(text.value)) : text
    },
    { everyMs: 4_000 },
  )
  return value
}

const newer = (one: Story | undefined, other: Story | undefined): Story | undefined =>
  (one?.frames.length ?? 0) >= (other?.frames.length ?? 0) ? one : other
