import { SEATS, type Seat } from '../../game/game.ts'
import { advance, startMatch } from '../../match/machine.ts'
import type { Match, MatchEvent, MatchSpec, RoundResult } from '../../match/match.ts'
import { commandOf, FLIP_ACTION } from './commands.ts'

/** One event of a stream. */
export interface Told {
  /** JSON on one line. */
  readonly data: string
  /** A cheat right behind the event before it, under rules by which a missed flip loses. */
  readonly races?: true
}

/** The team that is told. */
export interface Listener {
  readonly seat: Seat
  /** The id by which this team knows the battle. */
  readonly battle: string
}

/**
 * What a team is told of one event of its match: its side when the battle begins, every command of both teams,
 * however wrong it is, and at the end the flip that ended it and the winner.
 */
export function tellEvent(before: Match, event: MatchEvent, after: Match, to: Listener): readonly Told[] {
  const told: Told[] = []
  const { game } = before.spec
  const say = (value: object, races = false): void =>
    void told.push({ data: JSON.stringify(value), ...(races && { races }) })
  const player = (seat: Seat): string => game.seatNames[seat]

  if (before.phase === 'starting' && after.phase !== 'starting')
    say({ youAre: player(to.seat), id: to.battle })
  if (before.phase === 'playing' && event.kind === 'answered') {
    const { action, position } = commandOf(game.id, event.text)
    say({ player: player(event.seat), action, position }, isRace(after, event.seat, to.seat))
  }
  if (before.phase === 'playing' && event.kind === 'flipped')
    say({ player: player(event.seat), action: FLIP_ACTION })

  const result = after.phase === 'over' && before.phase !== 'over' ? after.ended.at(-1) : undefined
  if (result) {
    const winner = SEATS.find((seat) => result.seats[seat] === result.winner)
    if (winner !== undefined && isFlippedFor(result, event, winner))
      say({ player: player(winner), action: FLIP_ACTION })
    say({ winner: winner === undefined ? 'draw' : player(winner) })
  }
  return told
}

/** What a team has been told of a match by now. */
export function tellEvents(spec: MatchSpec, events: readonly MatchEvent[], to: Listener): readonly Told[] {
  // Nearly all battles begin here; to set a board up for them is a large part of it.
  if (events.length === 0) return []
  let { match } = startMatch(spec)
  let told: readonly Told[] = []
  for (const event of events) {
    const next = advance(match, event).match
    told = isPlayedAgain(match, next) ? [] : [...told, ...tellEvent(match, event, next, to)]
    match = next
  }
  return told
}

/** The round does not count, and its battle begins again from the first event. */
const isPlayedAgain = (before: Match, after: Match): boolean =>
  after.phase === 'starting' && after.ended.length > before.ended.length

/** A battle that was called off, and so ends without an event of its match. */
export const CALLED_OFF: Told = { data: JSON.stringify({ winner: 'draw' }) }

function isRace({ round, spec }: Match, sender: Seat, listener: Seat): boolean {
  const { illegal } = spec.rules
  const isDeadly = illegal.kind === 'flip' && illegal.missed === 'loses'
  return (
    isDeadly &&
    sender !== listener &&
    round.cheat?.seat === sender &&
    round.cheat.fault.kind === 'out-of-turn'
  )
}

/** The winner by the other's fault flips the table: itself, or the arena in its name. */
const isFlippedFor = ({ end }: RoundResult, event: MatchEvent, winner: Seat): boolean =>
  end.kind === 'forfeited' && !(event.kind === 'flipped' && event.seat === winner)
