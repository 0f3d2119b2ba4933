import type { MatchBody } from '../../../../src/api/matches.ts'
import type { Pair, Seat } from '../../../../src/game/game.ts'
import { Board } from '../../board/board.tsx'
import { useGame } from '../../story/games.ts'
import { happened } from '../../story/happened.ts'
import { ScoreBar } from '../../watch/score-bar.tsx'
import '../../watch/match.css'
import { ReplayBar } from '../../watch/replay-bar.tsx'
import { useMatchInfo } from '../../watch/use-match-info.ts'
import { useMotion } from '../../watch/use-motion.ts'
import { useReplay } from '../../watch/use-replay.ts'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { Name } from '../../parts/name.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { namesOf } from '../../parts/words.ts'
import { DrawingsSwitch } from '../../watch/drawings-switch.tsx'
import { frameAt } from '../../watch/picture-at.ts'
import { useDrawings } from '../../watch/use-drawings.ts'
import { NumberPlots } from '../../viewer/number-plots.tsx'
import type { Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import './embed.css'

/** One match for an `iframe` in another page. */
export function EmbedPage({ id }: { readonly id: number }) {
  const { info, isMissing } = useMatchInfo(id)
  const isKnown = useGame(info?.game)
  const { story, state, problem } = useFollowing(
    id,
    isKnown && (info?.status === 'playing' || info?.status === 'over'),
    info?.status === 'over',
  )
  useTitle(info ? namesOf(info) : `Match ${id}`)
  if (isMissing) return <NotFound what="match" />
  return (
    <main className="embed">
      {info && story ? (
        <Player info={info} story={story} isLost={state === 'lost'} />
      ) : (
        <p className="muted">{problem === undefined ? `Opening match ${id} …` : `${problem}.`}</p>
      )}
    </main>
  )
}

interface PlayerProps {
  readonly info: MatchBody
  readonly story: Story
  readonly isLost: boolean
}

function Player({ info, story, isLost }: PlayerProps) {
  const replay = useReplay(story)
  const { index } = replay
  const frame = frameAt(story, index)
  const drawings = useDrawings(story, index)
  const motionMs = useMotion(index, replay.paceMs)
  const words = happened(story, frame)
  const [left, right]: Pair<Seat> = frame.match.round.seats[0] === 0 ? [0, 1] : [1, 0]
  return (
    <>
      <header className="embed-title flow apart">
        <h1>
          <span className="embed-name">
            <span className="seat" data-seat={left} aria-hidden="true" /> <Name name={story.names[0]} />
          </span>{' '}
          <span className="muted">
            {frame.match.spec.rules.bestOf > 1 || frame.match.phase === 'over'
              ? frame.match.score.join('–')
              : 'vs'}
          </span>{' '}
          <span className="embed-name">
            <Name name={story.names[1]} /> <span className="seat" data-seat={right} aria-hidden="true" />
          </span>
        </h1>
        <a href={`/matches/${info.id}`} target="_blank" rel="noopener">
          {info.title}
        </a>
        <DrawingsSwitch story={story} frame={frame} drawings={drawings} />
        {isLost && <ConnectionLost />}
      </header>
      <div className="embed-board">
        <Board picture={drawings.picture} motionMs={motionMs} label={`${info.title} board. ${words}.`} />
      </div>
      <div className="embed-words muted small">
        {story.hasRemarks && <ScoreBar seat={left} score={frame.said[left]?.remark.score} />}
        <p>{words}</p>
        {story.hasRemarks && <ScoreBar seat={right} score={frame.said[right]?.remark.score} />}
      </div>
      <ReplayBar story={story} replay={replay} isLive={story.match.phase !== 'over'} />
      <div className="plots" role="group" aria-label="Numbers" tabIndex={0}>
        <NumberPlots story={story} round={frame.round} index={index} go={replay.go} />
      </div>
    </>
  )
}
