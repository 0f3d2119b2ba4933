import type { FastifyReply } from 'fastify'
import { SEATS, type Seat } from '../../game/game.ts'
import { readRemark } from '../../game/remark.ts'
import { awaitedSeats } from '../../match/machine.ts'
import type { Match, Player } from '../../match/match.ts'
import type { Desks } from '../../protocols/desk.ts'
import type { HostedMatch, HostedMatches, HostedPlayer, SeenMatch } from '../../protocols/hosted-match.ts'
import { untilBegun, untilChanged } from '../../protocols/until-changed.ts'
import { must, refuse } from './answer.ts'
import type { LimitHost } from './limit-polls.ts'
import { situationAfter, situationOf, type Ids, type Situation } from './situation.ts'
import { readId } from './words.ts'

/** What the wire needs of the server. */
export interface PollingHost extends LimitHost {
  readonly arena: HostedMatches
  readonly desks: Desks
  readonly metrics: {
    readonly failures: { inc(): void }
    readonly moves: { inc(labels: { readonly challenge: string; readonly verdict: string }): void }
  }
}

/** The id by which players are shown that have none of their own, like house brains. */
const HOUSE_ID = 999

/** A game that is played over this wire, and the ids of its players. */
export interface Found {
  readonly id: number
  /** Undefined before it has begun. */
  readonly sight: SeenMatch | undefined
  readonly ids: Ids
  /** As it stands now. */
  readonly match: () => Match
}

export function find({ arena }: PollingHost, word: string): Found {
  const id = must(readId('game', word))
  const sight = arena.sight(id)
  const seen: HostedMatch | undefined = sight ?? arena.preview(id)
  if (!seen) throw refuse('unknown-game', `Cannot find game ${id}`)
  const { challenge, players } = seen
  if (challenge.wire !== 'polling')
    throw refuse('unknown-game', `Cannot play game ${id} over this wire: it is a game of ${challenge.title}`)
  return { id, sight, match: () => seen.match, ids: [idOf(players[0]), idOf(players[1])] }
}

export function situation({ sight, match, ids }: Found): Situation {
  const now = match()
  const [mover] = now.phase === 'playing' ? awaitedSeats(now) : []
  return situationOf(now, ids, mover === undefined ? undefined : sight?.timeLeft(mover))
}

export function playerWith({ ids }: Found, person: number): Player {
  const player = SEATS.find((index) => ids[index] === person)
  if (player === undefined) throw refuse('unknown-player')
  return player
}

function isTurnOf(found: Found, player: Player): boolean {
  const match = found.match()
  return (
    match.phase === 'over' ||
    (match.phase === 'playing' && awaitedSeats(match).some((seat) => match.round.seats[seat] === player))
  )
}

/** A request for a game in the name of one of its players. */
interface Visit {
  readonly game: string
  readonly playerIn: (found: Found) => Player
  /** The team whose key it carries. */
  readonly key: number | undefined
  /** It names the player by its id. */
  readonly isById: boolean
}

/**
 * The game as it stands, and a sign that its player has come. Where a player was called to its game, by a tournament or the
 * organiser, only its key is such a sign: its id is public, and another client must not start its clock.
 */
function meet(host: PollingHost, { game, playerIn, key, isById }: Visit): Found {
  const found = find(host, game)
  const player = playerIn(found)
  if (key === found.ids[player] || (isById && found.sight?.isCasual))
    host.desks.find(found.id, player)?.arrive()
  return found
}

/** Waits for a player's turn, but no longer than was asked for: first for the game to begin, if it has not. */
export async function visitGame(
  host: PollingHost,
  visit: Visit,
  seconds: number,
  reply: FastifyReply,
): Promise<Found> {
  if (seconds === 0) return meet(host, visit)
  const until = performance.now() + seconds * 1000
  const first = find(host, visit.game)
  visit.playerIn(first)
  if (!first.sight) await untilBegun(host.arena, first.id, seconds, reply)
  const found = meet(host, visit)
  const player = visit.playerIn(found)
  const { sight } = found
  if (!sight) return found
  await untilChanged(
    (listener) => sight.onChange(listener),
    () => isTurnOf(found, player),
    (until - performance.now()) / 1000,
    reply,
  )
  return found
}

/** Makes a move, and shows the game right after it. */
export async function drive(
  { desks, metrics }: PollingHost,
  found: Found,
  player: Player,
  move: string,
  said: unknown,
): Promise<Situation> {
  const before = found.match()
  if (before.phase === 'over') throw refuse('game-over')
  const desk = desks.find(found.id, player)
  desk?.arrive()
  if (desk?.question === undefined) throw refuse('not-your-turn')
  if (!desk.question.legal.includes(move))
    throw refuse(move.endsWith('boost') ? 'no-boost-left' : 'illegal-move')
  const remark = readRemark(said)
  const verdict = (await desk.answer({ kind: 'move', text: move, ...(remark && { remark }) })) ?? {
    kind: 'late',
  }
  metrics.moves.inc({ challenge: 'boost-tron', verdict: verdict.kind })
  if (verdict.kind === 'late') throw refuse('too-late')
  if (verdict.kind === 'refused') throw refuse('illegal-move', `Cannot play this move: ${verdict.why}`)
  return situationAfter({ before, after: found.match(), seat: seatOf(before, player), move }, found.ids)
}

function idOf(player: HostedPlayer | undefined): number | null {
  if (player === undefined) return null
  return player.kind === 'http' && player.person !== undefined ? player.person : HOUSE_ID
}

export const seatOf = (match: Match, player: Player): Seat => (match.round.seats[0] === player ? 0 : 1)
