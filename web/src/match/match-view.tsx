import { useMemo } from 'react'
import { describeClock } from '../../../src/match/clock.ts'
import { describeResult } from '../../../src/match/describe.ts'
import type { MatchInfo } from '../api.ts'
import { Board } from '../board.tsx'
import { lastIndex } from '../cursor.ts'
import type { Following } from '../follow-match.ts'
import { happened } from '../happened.ts'
import { frameAt, pictureAt } from '../picture-at.ts'
import type { Story } from '../story.ts'
import { MoveList } from './move-list.tsx'
import { PlayerBar } from './player-bar.tsx'
import { ReplayBar } from './replay-bar.tsx'
import { RoundList } from './round-list.tsx'
import { useCalm } from './use-calm.ts'
import { useMotion } from './use-motion.ts'
import { useReplay } from './use-replay.ts'
import { Verification } from './verification.tsx'

interface MatchViewProps {
  readonly info: MatchInfo
  readonly following: Following
  readonly story: Story
}

/** Live and replay are one thing: a story, and where one looks. */
export function MatchView({ info, following, story }: MatchViewProps) {
  const replay = useReplay(story)
  const { index } = replay
  const frame = frameAt(story, index)
  const picture = useMemo(() => pictureAt(story, index), [story, index])
  const words = happened(story, frame)
  const announced = useCalm(words)
  const motionMs = useMotion(index, replay.paceMs)
  const { result } = story.match
  const isLatest = index === lastIndex(story)
  const isLive = story.match.phase !== 'over'
  const bar = { story, frame, following, scene: picture.scene, isRunning: isLive && isLatest }

  return (
    <div className="match">
      <header className="match-title">
        <h1>{info.title}</h1>
        <LiveState following={following} isLive={isLive} />
        {story.isComplete && <Verification lines={following.lines} />}
      </header>
      <PlayerBar {...bar} player={0} />
      <div className="match-board">
        <Board
          picture={picture}
          motionMs={motionMs}
          label={`${story.match.spec.game.title} board, ${picture.scene.width} by ${picture.scene.height}. ${words}.`}
        />
      </div>
      <PlayerBar {...bar} player={1} />
      <div className="match-news">
        {result && isLatest ? (
          <p className="verdict">{unbroken(describeResult(result, story.names))}</p>
        ) : (
          <RoundHead story={story} round={frame.round} />
        )}
        <p className="last" data-ended={frame.result ? true : undefined}>
          {words}
        </p>
        <p className="hidden-words" role="status" aria-live="polite">
          {announced}
        </p>
        {(story.rounds.length > 1 || story.match.spec.rules.bestOf > 1) && (
          <RoundList story={story} current={frame.round} go={replay.go} />
        )}
      </div>
      <MoveList story={story} round={frame.round} index={index} go={replay.go} />
      <ReplayBar story={story} replay={replay} isLive={isLive} match={info.id} />
    </div>
  )
}

function RoundHead({ story, round }: { readonly story: Story; readonly round: number }) {
  const { bestOf, clock } = story.header.spec.rules
  const words = [
    ...(bestOf > 1 || round > 0 ? [`Round ${round + 1}`] : []),
    ...(bestOf > 1 ? [`best of ${bestOf}`] : []),
    describeClock(clock),
  ]
  return <p className="round-head">{words.join(' · ')}</p>
}

/** A score stays on one line. */
const unbroken = (text: string): string => text.replace('–', '\u2060–\u2060')

function LiveState({ following, isLive }: { readonly following: Following; readonly isLive: boolean }) {
  if (following.problem !== undefined)
    return (
      <p className="notice" data-tone="bad" role="alert">
        {following.problem}
      </p>
    )
  if (!isLive) return <p className="badge">Finished</p>
  if (following.state === 'missing')
    return (
      <p className="notice" data-tone="bad" role="alert">
        The server knows this match no longer
      </p>
    )
  if (following.state === 'lost')
    return (
      <p className="notice" data-tone="warn" role="status">
        Connection lost, trying again …
      </p>
    )
  return (
    <p className="badge" data-live="true">
      <span className="pulse" aria-hidden="true" /> Live
    </p>
  )
}
