import { useMemo } from 'react'
import type { WholeChallengeBody } from '../../../../src/api/challenges.ts'
import type { Pair, Seat } from '../../../../src/game/game.ts'
import { ok } from '../../../../src/base/result.ts'
import { requestText } from '../../api/request.ts'
import { useResource } from '../../api/use-resource.ts'
import { Board } from '../../board/board.tsx'
import { useGame } from '../../story/games.ts'
import { happened } from '../../story/happened.ts'
import { readStory } from '../../story/read-story.ts'
import type { Story } from '../../story/story.ts'
import { frameAt, pictureAt } from '../../watch/picture-at.ts'
import { Icon } from '../../watch/replay-bar.tsx'
import { useMotion } from '../../watch/use-motion.ts'
import { stillIndex } from './still-index.ts'
import { useLoop } from './use-loop.ts'

interface GoodMatchProps {
  readonly challenge: Pick<WholeChallengeBody, 'title' | 'game'>
  /** The address of its record. */
  readonly url: string
  /** Shows one position of it, without controls. */
  readonly isStill?: boolean
}

/** A good match as a picture. It moves while it is in sight, unless the visitor prefers less motion or stops it. */
export function GoodMatch({ challenge, url, isStill = false }: GoodMatchProps) {
  const isKnown = useGame(challenge.game)
  const { value: story } = useResource(isKnown ? url : undefined, async (signal) => {
    const record = await requestText(url, { signal })
    return record.ok ? ok(readStory(record.value)) : record
  })
  if (!story) return null
  return isStill ? (
    <Still title={challenge.title} story={story} />
  ) : (
    <Moving title={challenge.title} story={story} />
  )
}

interface PictureProps {
  readonly title: string
  readonly story: Story
}

function Still({ title, story }: PictureProps) {
  const picture = useMemo(() => pictureAt(story, stillIndex(story)), [story])
  return <Board picture={picture} label={`A position of ${title}`} />
}

function Moving({ title, story }: PictureProps) {
  const { box, index, isRunning, toggle, paceMs } = useLoop(story)
  const picture = useMemo(() => pictureAt(story, index), [story, index])
  const motionMs = useMotion(index, paceMs)
  const frame = frameAt(story, index)
  // Players may change seats between rounds, and the colour belongs to the seat.
  const [left, right]: Pair<Seat> = frame.match.round.seats[0] === 0 ? [0, 1] : [1, 0]
  return (
    <figure className="good-match" ref={box}>
      <div className="good-board">
        <Board
          picture={picture}
          motionMs={motionMs}
          label={`A match of ${title}: ${story.names.join(' against ')}`}
        />
      </div>
      <figcaption className="line apart muted small">
        <span>
          <span className="seat" data-seat={left} aria-hidden="true" /> {story.names[0]} against{' '}
          <span className="seat" data-seat={right} aria-hidden="true" /> {story.names[1]}
        </span>
        <button type="button" className="button quiet" onClick={toggle}>
          <Icon name={isRunning ? 'pause' : 'play'} /> {isRunning ? 'Pause' : 'Play'}
        </button>
        <span className="good-words cut">{happened(story, frame)}</span>
      </figcaption>
    </figure>
  )
}
