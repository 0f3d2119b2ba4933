import { awaitedSeats } from '../../../src/match/machine.ts'
import type { Player } from '../../../src/match/match.ts'
import type { Scene } from '../../../src/game/scene.ts'
import type { Following } from '../story/follow-match.ts'
import type { Frame, Story } from '../story/story.ts'
import { Name } from '../parts/name.tsx'
import { Clock } from './clock.tsx'
import { RemarkLines } from './remark-lines.tsx'

interface PlayerBarProps {
  readonly story: Story
  readonly frame: Frame
  /** Without it there is no clock. */
  readonly following?: Following
  readonly scene: Scene
  /** Whether this is the newest position of a running match. */
  readonly isRunning: boolean
  /** The player has answered. Before the turn is complete only its own page knows that. */
  readonly hasAnswered?: boolean
  readonly player: Player
  /** The id of the team, if the player belongs to one. */
  readonly team?: number | null | undefined
  /** 0 is above the board, 1 below; the player's own index if not given. */
  readonly place?: Player
  /** Whether remarks are shown; space is kept for them. */
  readonly hasRemarks?: boolean
}

/** One player: seat and colour in the round in view, clock, score, and the game's facts about the seat. */
export function PlayerBar({
  story,
  frame,
  following,
  scene,
  isRunning,
  hasAnswered = false,
  player,
  team,
  place = player,
  hasRemarks = false,
}: PlayerBarProps) {
  const { match } = frame
  const { game, rules } = match.spec
  const seat = match.round.seats[0] === player ? 0 : 1
  const { bot } = story.header.players[player]
  const name = story.names[player]
  const isAsked =
    !hasAnswered &&
    frame.result === undefined &&
    match.phase === 'playing' &&
    awaitedSeats(match).includes(seat)
  const hasWon = frame.result !== undefined && frame.result.winner === player
  const facts = scene.facts[seat]
  return (
    <section
      className="player box"
      style={{ gridArea: place === 0 ? 'first' : 'second' }}
      data-seat={seat}
      data-asked={isAsked ? true : undefined}
      aria-label={name}
    >
      <span className="seat" data-seat={seat} aria-hidden="true" />
      <div className="player-who">
        <h2 dir="auto" title={name}>
          <Name name={name} team={team} />
        </h2>
        <p className="player-seat">
          {hasWon && <span className="won">won</span>}
          <span className="muted">
            {game.seatNames[seat]}
            {bot !== undefined && bot !== name && ` · ${bot}`}
          </span>
        </p>
      </div>
      {rules.bestOf > 1 && (
        <span className="score" aria-label={`${match.score[player]} rounds won`}>
          {match.score[player]}
        </span>
      )}
      {following && (
        <Clock frame={frame} seat={seat} following={following} isRunning={isRunning && isAsked} />
      )}
      {facts.length > 0 && (
        <dl className="facts flow fine">
          {facts.map(({ label, value, isLong }) => (
            <div key={label} data-long={isLong}>
              <dt>{label}</dt>
              <dd title={value}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {hasRemarks && <RemarkLines seat={seat} remark={frame.said[seat]?.remark} />}
    </section>
  )
}
