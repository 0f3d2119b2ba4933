import { useMemo, type ReactNode } from 'react'
import type { Seat } from '../../../src/game/game.ts'
import type { Player } from '../../../src/match/match.ts'
import { lastIndex } from '../story/cursor.ts'
import type { Following } from '../story/follow-match.ts'
import { happened } from '../story/happened.ts'
import { PlayerBar } from '../watch/player-bar.tsx'
import { useThrottledText } from '../watch/use-throttled-text.ts'
import { useMotion } from '../watch/use-motion.ts'
import '../watch/match.css'
import { DrawingsSwitch } from '../watch/drawings-switch.tsx'
import { frameAt } from '../watch/picture-at.ts'
import { useDrawings } from '../watch/use-drawings.ts'
import type { Story } from '../story/story.ts'
import { MoveForm } from './move-form.tsx'
import { PlayBoard } from './play-board.tsx'
import '../parts/form.css'
import { RulesLink } from '../parts/rules-link.tsx'
import './table.css'
import { HeldSpeed, useHeldSpeed } from './held-speed.tsx'
import { hasFarWays, hasWays, targetsOf } from './targets.ts'

const WAYS = 'Or steer with the arrow keys, a click on the board or a swipe. You may hold a key down.'
const FAR = ' With Shift, the longer move.'
const PLACES = 'Or click on the board. With the keyboard: arrow keys to choose, Enter to play.'

/** The moves that the user may choose: answers to a question, or premoves. */
export interface Choice {
  readonly seat: Seat
  readonly view: unknown
  readonly legal: readonly string[]
  readonly isPremove: boolean
}

interface TableViewProps {
  readonly title: string
  readonly badge?: ReactNode
  readonly story: Story
  /** Where the clocks are taken from; without it there are none. */
  readonly following?: Following
  /** The player below the board. */
  readonly near: Player
  /** Whether that player has answered and waits for the opponent. */
  readonly hasAnswered?: boolean
  /** Whether remarks are shown; a player does not see the opponent's. */
  readonly hasRemarks?: boolean
  readonly choice: Choice | undefined
  readonly premove?: string | undefined
  readonly choose: (move: string) => void
  readonly news: ReactNode
  /** A list of moves; a fork has one. */
  readonly moves?: ReactNode
  readonly actions: ReactNode
}

/** A match as a player sees it. */
export function TableView(props: TableViewProps) {
  const { title, badge, story, following, near, hasAnswered = false, hasRemarks = false } = props
  const { choice, premove, choose, news, moves, actions } = props
  const { game } = story.match.spec
  const index = lastIndex(story)
  const frame = frameAt(story, index)
  const drawings = useDrawings(story, index)
  const picture = hasRemarks ? drawings.picture : drawings.plain
  const targets = useMemo(
    () => (choice ? targetsOf(game, choice.view, choice.seat, choice.legal) : []),
    [game, choice],
  )
  const words = happened(story, frame)
  const announced = useThrottledText(words)
  const motionMs = useMotion(index, undefined)
  const [speed, setSpeed] = useHeldSpeed()
  const isRunning = story.match.phase !== 'over'
  const bar = { story, frame, scene: picture.scene, isRunning, hasRemarks, ...(following && { following }) }
  const far = near === 0 ? 1 : 0
  return (
    <div className="match table">
      <header className="match-title line">
        <h1>{title}</h1>
        {badge}
        <RulesLink challenge={story.header.challenge} />
        {hasRemarks && <DrawingsSwitch story={story} frame={frame} drawings={drawings} />}
      </header>
      <PlayerBar {...bar} player={far} place={0} />
      <div className="match-board">
        <PlayBoard
          picture={picture}
          motionMs={motionMs}
          label={`${game.title} board, ${picture.scene.width} by ${picture.scene.height}. ${words}.`}
          seat={choice?.seat ?? 0}
          targets={targets}
          isPremove={choice?.isPremove ?? false}
          premove={targets.find(({ move }) => move === premove)}
          choose={choose}
          heldMs={1_000 / speed}
        />
      </div>
      <PlayerBar {...bar} player={near} place={1} hasAnswered={hasAnswered} />
      <div className="match-news">
        {news}
        <p className="last wraps muted" data-ended={frame.result ? true : undefined}>
          {words}
        </p>
        <p className="hidden-words" role="status" aria-live="polite">
          {announced}
        </p>
      </div>
      <div className="table-moves">
        {choice && (
          <MoveForm
            game={game}
            view={choice.view}
            legal={choice.legal}
            isPremove={choice.isPremove}
            premove={premove}
            choose={choose}
          />
        )}
        {choice && (
          <p className="how muted fine">
            {hasWays(targets) ? WAYS : PLACES}
            {hasFarWays(targets) && FAR}
          </p>
        )}
        {choice && hasWays(targets) && <HeldSpeed speed={speed} change={setSpeed} />}
        {moves}
      </div>
      <div className="table-actions flow">{actions}</div>
    </div>
  )
}
