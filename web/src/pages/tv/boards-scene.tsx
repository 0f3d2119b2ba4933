import { useMemo, useRef, type CSSProperties } from 'react'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { describeVerdict } from '../../../../src/match/describe.ts'
import { awaitedSeats } from '../../../../src/match/machine.ts'
import type { Player } from '../../../../src/match/match.ts'
import { Board } from '../../board/board.tsx'
import { longestPart, Name } from '../../parts/name.tsx'
import { lastIndex } from '../../story/cursor.ts'
import { NOT_FOLLOWED, type Following } from '../../story/follow-match.ts'
import { useGame } from '../../story/games.ts'
import { happened } from '../../story/happened.ts'
import type { Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import { useGlances } from '../../story/use-glances.ts'
import { winnerSeat } from '../../story/winner-seat.ts'
import { Clock } from '../../watch/clock.tsx'
import { frameAt, pictureAt } from '../../watch/picture-at.ts'
import { ScoreBar } from '../../watch/score-bar.tsx'
import { useMatchSound } from '../../watch/sound/use-match-sound.ts'
import { useMotion } from '../../watch/use-motion.ts'
import { useTeamNames } from '../../watch/use-team-names.ts'
import '../../watch/match.css'
import type { Slot } from './direct.ts'
import type { Stake } from './stakes.ts'

interface BoardsSceneProps {
  readonly slots: readonly Slot[]
  readonly stakes: ReadonlyMap<number, Stake>
  readonly matchOf: (id: number) => MatchBody | undefined
}

/** A browser has six connections to a server, and the lobby takes one: so many boards have a stream each, the others look now and then. */
const MOST_STREAMS = 4
const FEWER_STREAMS = 3

/** Live boards: one that fills the screen, or a grid. */
export function BoardsScene({ slots, stakes, matchOf }: BoardsSceneProps) {
  const [only] = slots
  if (slots.length === 1 && only)
    return (
      <LargeBoard
        key={only.match}
        id={only.match}
        match={matchOf(only.match)}
        stake={stakes.get(only.match)}
      />
    )
  const streams = slots.length <= MOST_STREAMS ? slots.length : FEWER_STREAMS
  return (
    <ol className="tv-grid" data-count={slots.length}>
      {slots.map(({ match }, at) => (
        // By place: a board that takes the place of another does not move the rest.
        <li key={at}>
          <SmallBoard
            key={match}
            id={match}
            match={matchOf(match)}
            stake={stakes.get(match)}
            isStreamed={at < streams}
          />
        </li>
      ))}
    </ol>
  )
}

interface BoardProps {
  readonly id: number
  /** Undefined if the match ended and its news have been dropped. */
  readonly match: MatchBody | undefined
  readonly stake: Stake | undefined
}

function LargeBoard({ id, match, stake }: BoardProps) {
  const info = useLast(match)
  const isKnown = useGame(info?.game)
  const following = useTeamNames(useFollowing(id, isKnown), info)
  useMatchSound(following)
  const { story } = following
  if (!info || !story) return <p className="tv-idle">{info?.title}</p>
  return (
    <LargePicture
      title={info.title}
      story={story}
      following={following}
      index={lastIndex(story)}
      note={stake?.words}
    />
  )
}

interface LargePictureProps {
  readonly title: string
  readonly story: Story
  readonly following: Following
  /** The position in view. */
  readonly index: number
  readonly note?: string | undefined
}

/** A board with a player on either side. */
export function LargePicture({ title, story, following, index, note }: LargePictureProps) {
  const frame = frameAt(story, index)
  const picture = useMemo(() => pictureAt(story, index), [story, index])
  const motionMs = useMotion(index, undefined)
  const words = happened(story, frame)
  const result = index === lastIndex(story) ? story.match.result : undefined
  const side = { story, following, index }
  return (
    <div className="tv-large">
      <Side {...side} player={0} />
      <div className="tv-board">
        <Board picture={picture} motionMs={motionMs} label={`${title} board. ${words}.`} />
      </div>
      <Side {...side} player={1} />
      <div className="tv-words">
        <b>{note ?? title}</b>
        <span data-ended={result ? true : undefined}>
          {result ? describeVerdict(story.match, story.names) : words}
        </span>
        <span className="muted">{note === undefined ? '' : title}</span>
      </div>
    </div>
  )
}

interface SideProps {
  readonly player: Player
  readonly story: Story
  readonly following: Following
  readonly index: number
}

function Side({ player, story, following, index }: SideProps) {
  const frame = frameAt(story, index)
  const { match } = frame
  const { game, rules } = match.spec
  const seat = match.round.seats[0] === player ? 0 : 1
  const isAsked =
    frame.result === undefined && match.phase === 'playing' && awaitedSeats(match).includes(seat)
  const facts = game.scene(game.view(match.round.state)).facts[seat]
  const name = story.names[player]
  const hasWon = index === lastIndex(story) && story.match.result?.winner === player
  const style: CSSProperties & Record<'--letters', number> = { '--letters': longestPart(name) }
  return (
    <section
      className="tv-side"
      data-seat={seat}
      data-asked={isAsked ? true : undefined}
      data-won={hasWon ? true : undefined}
    >
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

/** The moves of many boards at once would be noise. */
const ENDS = ['end'] as const

/** A board of a grid, with the names and what is at stake. */
function SmallBoard({ id, match, stake, isStreamed }: BoardProps & { readonly isStreamed: boolean }) {
  const info = useLast(match)
  const isKnown = useGame(info?.game)
  const streamed = useFollowing(id, isKnown && isStreamed)
  const glanced = useGlances(id, isKnown && !isStreamed, info?.status === 'over')
  const following = useTeamNames(
    useMemo(() => (glanced ? { ...NOT_FOLLOWED, story: glanced } : streamed), [glanced, streamed]),
    info,
  )
  useMatchSound(following, ENDS)
  const { story } = following
  const index = story && lastIndex(story)
  const picture = useMemo(() => story && index !== undefined && pictureAt(story, index), [story, index])
  const frame = story && frameAt(story, index ?? 0)
  const result = story?.match.result
  return (
    <article className="tv-cell" data-over={result ? true : undefined} data-seat={winnerSeat(story)}>
      <header>
        {([0, 1] as const).map((player) => (
          <CellSide
            key={player}
            player={player}
            name={story?.names[player] ?? ''}
            story={story}
            following={following}
            hasClock={isStreamed}
          />
        ))}
      </header>
      <div className="tv-cell-board">
        {picture && story && frame && (
          <Board picture={picture} label={`${info?.title ?? ''} board. ${happened(story, frame)}.`} />
        )}
      </div>
      <p className="tv-cell-words">
        {result && story ? <b>{describeVerdict(story.match, story.names)}</b> : (stake?.words ?? info?.title)}
      </p>
    </article>
  )
}

interface CellSideProps {
  readonly player: Player
  readonly name: string
  readonly story: Story | undefined
  readonly following: Following
  readonly hasClock: boolean
}

function CellSide({ player, name, story, following, hasClock }: CellSideProps) {
  const frame = story && frameAt(story, lastIndex(story))
  const match = frame?.match
  const seat = match && match.round.seats[0] === player ? 0 : 1
  const isAsked =
    match !== undefined &&
    frame?.result === undefined &&
    match.phase === 'playing' &&
    awaitedSeats(match).includes(seat)
  return (
    <div className="tv-cell-side" data-asked={isAsked ? true : undefined} data-seat={seat}>
      <span className="seat" data-seat={seat} aria-hidden="true" />
      <h2 title={name}>{name}</h2>
      {match && match.spec.rules.bestOf > 1 && <b className="digits">{match.score[player]}</b>}
      {hasClock && frame && (
        <Clock
          frame={frame}
          seat={seat}
          following={following}
          isRunning={isAsked && story?.match.phase !== 'over'}
        />
      )}
    </div>
  )
}

/** The last value that was defined. */
function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
