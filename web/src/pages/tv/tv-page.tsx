import { useEffect, useMemo, useState, type CSSProperties } from 'react'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { awaitedSeats } from '../../../../src/match/machine.ts'
import { describeResult } from '../../../../src/match/describe.ts'
import type { Player } from '../../../../src/match/match.ts'
import { Board } from '../../board/board.tsx'
import { lastIndex } from '../../story/cursor.ts'
import type { Following } from '../../story/follow-match.ts'
import { useGame } from '../../story/games.ts'
import { happened } from '../../story/happened.ts'
import { Clock } from '../../watch/clock.tsx'
import { ScoreBar } from '../../watch/score-bar.tsx'
import '../../watch/match.css'
import { useMotion } from '../../watch/use-motion.ts'
import { longestPart, Name } from '../../parts/name.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { frameAt, pictureAt } from '../../watch/picture-at.ts'
import type { Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import { useLobby } from '../../api/use-lobby.ts'
import { nextOnAir } from './next-on-air.ts'
import './tv.css'

const LOOK_MS = 500

/** For a projector: shows one live match after the other. `?seconds=` sets how long each is shown. */
export function TvPage() {
  const { lobby } = useLobby()
  const match = useOnAir(lobby.playing, lobby.over)
  useTitle('TV')
  useDarkness()
  useWakeLock()
  return (
    <main className="tv">
      <h1 className="hidden-words">Live matches, one after the other</h1>
      {match ? (
        <OnAir key={match.id} match={match} position={positionOf(match, lobby.playing)} />
      ) : (
        <p className="tv-idle">{lobby.isLoaded ? 'The next match begins soon' : ''}</p>
      )}
      {lobby.state === 'lost' && (
        <p className="tv-lost" role="status">
          Connection lost, trying again …
        </p>
      )}
    </main>
  )
}

const positionOf = (match: MatchBody, playing: readonly MatchBody[]): string =>
  playing.length > 1 && playing.some(({ id }) => id === match.id)
    ? `${playing.findIndex(({ id }) => id === match.id) + 1} of ${playing.length} live`
    : ''

function useOnAir(playing: readonly MatchBody[], over: readonly MatchBody[]): MatchBody | undefined {
  const [air, setAir] = useState<{ readonly id: number; readonly since: number; readonly endedAt?: number }>()
  const stayMs = useMemo(() => {
    const seconds = Number(new URLSearchParams(window.location.search).get('seconds') ?? 20)
    return Math.max(1, Number.isFinite(seconds) ? seconds : 20) * 1000
  }, [])
  useEffect(() => {
    const look = (): void =>
      setAir((before) =>
        nextOnAir(
          before,
          playing.map(({ id }) => id),
          performance.now(),
          stayMs,
        ),
      )
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [playing, stayMs])
  return [...playing, ...over].find(({ id }) => id === air?.id) ?? over[0]
}

function OnAir({ match, position }: { readonly match: MatchBody; readonly position: string }) {
  const isKnown = useGame(match.game)
  const following = useFollowing(match.id, isKnown)
  const { story } = following
  if (!story) return <p className="tv-idle">{match.title}</p>
  return <Picture match={match} following={following} story={story} position={position} />
}

interface PictureProps {
  readonly match: MatchBody
  readonly following: Following
  readonly story: Story
  readonly position: string
}

function Picture({ match, following, story, position }: PictureProps) {
  const index = lastIndex(story)
  const frame = frameAt(story, index)
  const picture = useMemo(() => pictureAt(story, index), [story, index])
  const motionMs = useMotion(index, undefined)
  const words = happened(story, frame)
  const { result } = story.match
  return (
    <>
      <Side player={0} story={story} following={following} />
      <div className="tv-board">
        <Board picture={picture} motionMs={motionMs} label={`${match.title} board. ${words}.`} />
      </div>
      <Side player={1} story={story} following={following} />
      <footer className="tv-words">
        <b>{match.title}</b>
        <span data-ended={result ? true : undefined}>
          {result ? describeResult(result, story.names) : words}
        </span>
        <span className="muted">{position}</span>
      </footer>
    </>
  )
}

interface SideProps {
  readonly player: Player
  readonly story: Story
  readonly following: Following
}

function Side({ player, story, following }: SideProps) {
  const frame = frameAt(story, lastIndex(story))
  const { match } = frame
  const { game, rules } = match.spec
  const seat = match.round.seats[0] === player ? 0 : 1
  const isAsked =
    frame.result === undefined && match.phase === 'playing' && awaitedSeats(match).includes(seat)
  const facts = game.scene(game.view(match.round.state)).facts[seat]
  const name = story.names[player]
  const style: CSSProperties & Record<'--letters', number> = { '--letters': longestPart(name) }
  return (
    <section className="tv-side" data-seat={seat} data-asked={isAsked ? true : undefined}>
      <h2 style={style}>
        <Name name={name} />
      </h2>
      <p className="muted">
        <span className="seat" data-seat={seat} aria-hidden="true" /> {game.seatNames[seat]}
      </p>
      {rules.bestOf > 1 && <p className="tv-score">{match.score[player]}</p>}
      <Clock
        frame={frame}
        seat={seat}
        following={following}
        isRunning={isAsked && story.match.phase !== 'over'}
      />
      <p className="tv-chances">
        <ScoreBar seat={seat} score={frame.said[seat]?.remark.score} />
      </p>
      {facts.map(({ label, value }) => (
        <p key={label} className="tv-fact">
          <span className="muted">{label}</span> {value}
        </p>
      ))}
    </section>
  )
}

/** The dark theme, unless the user has chosen one. */
function useDarkness(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset['theme'] !== undefined) return
    dataset['theme'] = 'dark'
    return () => {
      delete dataset['theme']
    }
  }, [])
}

/** Keeps the screen on by a wake lock, if the browser has them. */
function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { readonly wakeLock?: WakeLock }
    const lock = wakeLock?.request('screen').catch(() => undefined)
    return () => void lock?.then((held) => held?.release())
  }, [])
}
