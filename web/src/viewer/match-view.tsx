import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { CannotFetchPart, late } from '../parts/late.tsx'
import { describeClock } from '../../../src/match/clock.ts'
import { describeVerdict } from '../../../src/match/describe.ts'
import { Board } from '../board/board.tsx'
import { ConnectionLost } from '../parts/connection-lost.tsx'
import { RulesLink } from '../parts/rules-link.tsx'
import { formatPlace, lastIndex, parsePlace } from '../story/cursor.ts'
import type { Following } from '../story/follow-match.ts'
import { happened } from '../story/happened.ts'
import { DrawingsSwitch } from '../watch/drawings-switch.tsx'
import { frameAt } from '../watch/picture-at.ts'
import { useDrawings } from '../watch/use-drawings.ts'
import type { Frame, Story } from '../story/story.ts'
import { winnerSeat } from '../story/winner-seat.ts'
import { ClockPlot } from './clock-plot.tsx'
import { parseFork, type ForkAddress } from './fork/fork-address.ts'
import type { PlayOn } from './fork/fork-view.tsx'
import { EmbedCode } from './embed-code.tsx'
import '../watch/end-card.css'
import '../watch/match.css'
import { MoveList } from './move-list.tsx'
import { NumberPlots } from './number-plots.tsx'
import { PlayerBar } from '../watch/player-bar.tsx'
import { RecordLink } from './record-link.tsx'
import { Icon, ReplayBar } from '../watch/replay-bar.tsx'
import { RoundList } from './round-list.tsx'
import { ScoreGraph } from './score-graph.tsx'
import { ShareLink } from './share-link.tsx'
import { useThrottledText } from '../watch/use-throttled-text.ts'
import { useMotion } from '../watch/use-motion.ts'
import { useReplay } from '../watch/use-replay.ts'
import { Verification } from './verification.tsx'

interface MatchViewProps {
  readonly title: string
  /** Its id on the server; undefined for a record from a file. */
  readonly match?: number
  /** The ids of the players' teams. */
  readonly teams?: readonly (number | null)[]
  /** Beside the title. */
  readonly aside?: ReactNode
  /** Beside the board, for the owner of a player; it follows the position in view. */
  readonly own?: ((frame: Frame) => ReactNode) | undefined
  /** Lets the bots of the match play on from a position of a fork. */
  readonly playOn?: PlayOn | undefined
  readonly following: Following
  readonly story: Story
}

// Loaded on demand: house brains are large and forks are rare.
const ForkView = late(() => import('./fork/fork-view.tsx'), 'ForkView')

// A finished match only: while it runs, an analysis would help one of its players.
const AnalysisPlot = late(() => import('./analysis/analysis-plot.tsx'), 'AnalysisPlot', CannotFetchPart)

/** Shows a match, live or replayed: a story and the position in view. */
export function MatchView(props: MatchViewProps) {
  const { title, match, teams = [], aside, own, playOn, following, story } = props
  const { fork, openFork, leaveFork } = useFork(story)
  const replay = useReplay(story, fork === undefined)
  const { index } = replay
  const [isAnalysed, setAnalysed] = useState(false)
  const board = useRef<HTMLDivElement>(null)
  const frame = frameAt(story, index)
  const drawings = useDrawings(story, index)
  const { picture } = drawings
  const words = happened(story, frame)
  const announced = useThrottledText(words)
  const motionMs = useMotion(index, replay.paceMs)
  const verdict = describeVerdict(story.match, story.names)
  const isLatest = index === lastIndex(story)
  const isLive = story.match.phase !== 'over' && match !== undefined
  // A running match keeps space for remarks, because they may still come.
  const [wasLive] = useState(isLive)
  const hasRemarks = wasLive || story.hasRemarks
  const bar = { story, frame, following, scene: picture.scene, isRunning: isLive && isLatest, hasRemarks }

  const forked = fork && story.frames[parsePlace(fork.place, story) ?? -1]
  if (fork && forked)
    return (
      <Suspense fallback={null}>
        <ForkView
          key={fork.key}
          title={title}
          lines={following.lines}
          story={story}
          frame={forked}
          place={fork.place}
          address={fork.address}
          playOn={playOn}
          leave={(to = index) => {
            replay.go(to)
            leaveFork()
          }}
        />
      </Suspense>
    )
  return (
    <>
      <div className="match">
        <header className="match-title line">
          <h1>{title}</h1>
          <LiveState following={following} isLive={isLive} />
          {story.isComplete && <Verification lines={following.lines} />}
          <RulesLink challenge={story.header.challenge} />
          {aside}
          <DrawingsSwitch story={story} frame={frame} drawings={drawings} />
        </header>
        <PlayerBar {...bar} player={0} team={teams[0]} />
        <div className="match-board" ref={board}>
          <Board
            picture={picture}
            motionMs={motionMs}
            label={`${story.match.spec.game.title} board, ${picture.scene.width} by ${picture.scene.height}. ${words}.`}
          />
        </div>
        <PlayerBar {...bar} player={1} team={teams[1]} />
        <div className="match-news">
          {verdict !== undefined && isLatest ? (
            <p className="verdict" data-seat={winnerSeat(story)}>
              {unbroken(verdict)}
            </p>
          ) : (
            <RoundHead story={story} round={frame.round} />
          )}
          <p className="last wraps muted" data-ended={frame.result ? true : undefined}>
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
        {own && <div className="match-own">{own(frame)}</div>}
        <ReplayBar story={story} replay={replay} isLive={isLive}>
          <ShareLink place={formatPlace(story, index)} />
          {match !== undefined && <EmbedCode match={match} />}
          <RecordLink {...(match !== undefined && { match })} lines={following.lines} />
          <button
            type="button"
            className="button"
            disabled={frame.result !== undefined}
            title="Play on from this position, by hand or with house brains"
            onClick={() => openFork(formatPlace(story, index))}
          >
            <Icon name="fork" /> Fork
          </button>
          {story.isComplete && (
            <button
              type="button"
              className="button"
              aria-pressed={isAnalysed}
              title="Judge every move by the strongest house brain, here in your browser"
              onClick={() => setAnalysed(!isAnalysed)}
            >
              <Icon name="analyse" /> Analyse
            </button>
          )}
        </ReplayBar>
      </div>
      <div className="plots">
        {isAnalysed && (
          <Suspense fallback={null}>
            <AnalysisPlot
              lines={following.lines}
              story={story}
              round={frame.round}
              index={index}
              go={replay.go}
              show={(to) => {
                replay.go(to)
                board.current?.scrollIntoView({ block: 'nearest' })
              }}
            />
          </Suspense>
        )}
        <ClockPlot story={story} round={frame.round} index={index} go={replay.go} />
        <ScoreGraph story={story} round={frame.round} index={index} go={replay.go} />
        <NumberPlots story={story} round={frame.round} index={index} go={replay.go} />
      </div>
    </>
  )
}

interface OpenFork {
  readonly place: string
  readonly address: ForkAddress | undefined
  /** Changes with each address that is opened. */
  readonly key: number
}

/** The fork that the address names, or that the user has opened. The browser's back button leaves it. */
function useFork(story: Story) {
  const count = useRef(0)
  const fromAddress = (): OpenFork | undefined => {
    const address = parseFork(window.location.hash)
    return address && { place: address.place, address, key: ++count.current }
  }
  const [fork, setFork] = useState(fromAddress)
  useEffect(() => {
    const follow = (): void => setFork(fromAddress())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  // A round that is over cannot be played on. A position that is not there may still come.
  const frame = fork && story.frames[parsePlace(fork.place, story) ?? -1]
  const canBe = frame ? frame.result === undefined : !story.isComplete
  return {
    fork: canBe ? fork : undefined,
    openFork: (wanted: string): void => {
      const { pathname, search } = window.location
      window.history.pushState(null, '', `${pathname}${search}${wanted}`)
      setFork({ place: wanted, address: undefined, key: ++count.current })
    },
    leaveFork: () => setFork(undefined),
  }
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

/** Non-breaking: a score stays on one line. */
const unbroken = (text: string): string => text.replace('–', '\u2060–\u2060')

function LiveState({ following, isLive }: { readonly following: Following; readonly isLive: boolean }) {
  if (following.problem !== undefined)
    return (
      <p className="notice" data-tone="bad" role="alert">
        {following.problem}
      </p>
    )
  if (!isLive)
    return <p className="badge pill fine">{following.story?.isComplete ? 'Finished' : 'Unfinished'}</p>
  if (following.state === 'missing')
    return (
      <p className="notice" data-tone="bad" role="alert">
        The server has no such match any more
      </p>
    )
  if (following.state === 'lost') return <ConnectionLost />
  return (
    <p className="badge pill fine" data-live="true">
      <span className="pulse" aria-hidden="true" /> Live
    </p>
  )
}
