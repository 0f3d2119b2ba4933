import { useEffect, useMemo, useState } from 'react'
import { fetchRecord } from '../../api/api.ts'
import { Board } from '../../board/board.tsx'
import { lastIndex } from '../../story/cursor.ts'
import { useGame } from '../../story/games.ts'
import { pictureAt } from '../../watch/picture-at.ts'
import { beginStory, continueStory, type Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import { usePageVisible } from '../../api/use-page-visible.ts'
import type { Attention } from './attention.ts'

interface MiniBoardProps {
  readonly match: number
  readonly game: string
  readonly attention: Attention
  readonly isOver: boolean
  readonly label: string
}

/** A small live board; what it shows is said in words beside it. */
export function MiniBoard({ match, game, attention, isOver, label }: MiniBoardProps) {
  const isKnown = useGame(game)
  const { story: live } = useFollowing(match, isKnown && attention === 'live')
  const glanced = useGlances(match, isKnown && attention === 'glances', isOver)
  const story = newer(live, glanced)
  const picture = useMemo(() => story && pictureAt(story, lastIndex(story)), [story])
  return picture ? <Board picture={picture} label={label} /> : null
}

const GLANCE_MS = 4_000

/** Looks again now and then, and when it is over: the last position is the one that counts. */
function useGlances(match: number, isWanted: boolean, isOver: boolean): Story | undefined {
  const isVisible = usePageVisible()
  const [story, setStory] = useState<Story>()
  useEffect(() => {
    if (!isWanted || !isVisible) return
    const closed = new AbortController()
    const look = (): void => {
      fetchRecord(match, closed.signal)
        .then((text) => setStory(storyOf(text)))
        // The next look may do better.
        .catch(() => {})
    }
    look()
    const timer = setInterval(look, GLANCE_MS)
    return () => {
      closed.abort()
      clearInterval(timer)
    }
  }, [match, isWanted, isVisible, isOver])
  return story
}

function storyOf(text: string): Story | undefined {
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const begun = beginStory(header)
  const told = begun.ok ? continueStory(begun.value, lines) : begun
  return told.ok ? told.value : undefined
}

const newer = (one: Story | undefined, other: Story | undefined): Story | undefined =>
  (one?.frames.length ?? 0) >= (other?.frames.length ?? 0) ? one : other
