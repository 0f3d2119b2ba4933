import { must } from '../../base/result.ts'
import type { Pair, Seat } from '../../game/game.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import { awaitedSeats } from '../../match/machine.ts'
import { isMatchOf, type Match } from '../../match/match.ts'

export const STATUSES = ['waiting', 'playing', 'over'] as const
export type Status = (typeof STATUSES)[number]

/** Player ids; null for an opponent that has not joined yet. */
export type Ids = Pair<number | null>

/**
 * All that is to be told of a game at one moment. Everything in pairs goes by the seat in the round shown, so that
 * player 1 is always the player on the first start, who moves first.
 */
export interface Situation {
  readonly board: TronState
  readonly ids: Ids
  /** Waiting: for a player to show up, or for the next round. */
  readonly status: Status
  /** From 1; a round that is replayed after a draw counts anew. */
  readonly round: number
  /** Rounds won so far. */
  readonly score: Pair<number>
  /** A player's id, once the game is over and not drawn. */
  readonly winner: number | null
  readonly mover: Seat | undefined
  /** On the clock of the mover. */
  readonly timeLeftMs: number | undefined
}

const STATUS = {
  starting: 'waiting',
  playing: 'playing',
  over: 'over',
} as const satisfies Record<Match['phase'], Status>

/** A match of tron as it stands. `ids` goes by player of the match. */
export function situationOf(match: Match, ids: Ids, timeLeftMs?: number): Situation {
  const { round, phase, result } = match
  const [mover] = phase === 'playing' ? awaitedSeats(match) : []
  return {
    board: boardOf(match),
    ids: bySeat(ids, round.seats),
    status: STATUS[phase],
    round: round.index + 1,
    score: bySeat(match.score, round.seats),
    winner: result?.winner === undefined ? null : ids[result.winner],
    mover,
    timeLeftMs: mover === undefined ? undefined : timeLeftMs,
  }
}

/** An accepted move, and the match before and at any time after it. */
export interface PlayedMove {
  readonly before: Match
  readonly after: Match
  readonly seat: Seat
  readonly move: string
}

/**
 * What a move has led to, and nothing later: the opponent may have answered already, and a move that ended its round is
 * shown on the board of that round although the match has gone on to the next one.
 */
export function situationAfter({ before, after, seat, move }: PlayedMove, ids: Ids): Situation {
  const { round } = before
  const isNext = after.round.index === round.index && after.round.turns === round.turns + 1
  if (isNext && after.ended.length === before.ended.length) return situationOf(after, ids)
  const board = isNext ? boardOf(after) : playOn(boardOf(before), seat, move)
  const [mover] = tron.toMove(board)
  const shown = mover === undefined ? after : before
  return {
    ...situationOf(shown, ids),
    board,
    ids: bySeat(ids, round.seats),
    round: round.index + 1,
    score: bySeat(shown.score, round.seats),
    mover,
    timeLeftMs: undefined,
  }
}

function boardOf(match: Match): TronState {
  if (!isMatchOf(match, tron)) throw new Error(`the polling wire cannot show ${match.spec.game.title}`)
  return match.round.state
}

const playOn = (board: TronState, seat: Seat, move: string): TronState =>
  tron.play(board, [{ seat, move: must(tron.notation.parseMove(move, board)) }])

const bySeat = <T>(byPlayer: Pair<T>, seats: Pair<Seat>): Pair<T> => [byPlayer[seats[0]], byPlayer[seats[1]]]
