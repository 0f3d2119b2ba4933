import type { Pair, Seat } from '../game/game.ts'
import type { Match, MatchEvent, MatchSpec, Player } from '../match/match.ts'
import type { Contestant } from './protocol.ts'

/** A player of an arena, as a wire needs to know it. */
export interface HostedPlayer {
  /** How it is reached: `http`, `sse`, `house`, `bot` … */
  readonly kind: string
  readonly name: string
  readonly person?: number | undefined
}

/** A match of an arena, begun or not. */
export interface HostedMatch {
  readonly challenge: { readonly id: string; readonly title: string; readonly wire?: string }
  readonly players: readonly [HostedPlayer, HostedPlayer?]
  /** As it stands now. */
  readonly match: Match
}

/** A match that runs or is over. */
export interface SeenMatch extends HostedMatch {
  readonly id: number
  readonly players: Pair<HostedPlayer>
  /** Its players asked for it themselves: practice and open invitations. */
  readonly isCasual: boolean
  /** The number of the last entry of the log that says how the match stands. */
  readonly lastEntry: number
  /** What the seat's clock shows now, in milliseconds; undefined when the match does not wait for it. */
  timeLeft(seat: Seat): number | undefined
  /** Calls back after every change that is on disk. */
  onChange(listener: () => void): () => void
}

/** What the server half of a wire sees of the arena. */
export interface HostedMatches {
  /** A match that runs or is over. */
  sight(match: number): SeenMatch | undefined
  /** A match that never began. */
  preview(match: number): HostedMatch | undefined
  /** Calls back when a match is new or its row has changed. */
  onMatch(listener: (row: { readonly id: number }) => void): () => void
}

/** A seat in a match of an arena, for a player that comes over the network. */
export interface RemoteSeat {
  readonly match: number
  readonly player: Player
  /** In the present round. */
  readonly seat: Seat
  readonly spec: MatchSpec
  /** What happened before the server was restarted. */
  readonly past: readonly MatchEvent[]
  /** The player had come before the server was restarted. */
  readonly arrived: boolean
  /** Aborted when the match is over or was called off. */
  readonly over: AbortSignal
  /** Calls back once everything that has happened so far is on disk. */
  afterCommit(act: () => void): void
  /** The player has asked for something. */
  onSeen(): void
  /** The player is there until the match is over, whether it asks for anything or not. */
  onStay(): void
}

/** Seats a player; its wire keeps what it needs to find the seat again. */
export type SeatRemote<Who = HostedPlayer> = (player: Who, seat: RemoteSeat) => Contestant

/** Finds seats by match and player; a seat is forgotten when its match is over. */
export interface SeatMap<Kept> {
  find(match: number, player: Player): Kept | undefined
  keep(seat: RemoteSeat, kept: Kept): void
}

export function openSeatMap<Kept>(): SeatMap<Kept> {
  const all = new Map<string, Kept>()
  return {
    find: (match, player) => all.get(`${match} ${player}`),
    keep({ match, player, over }, kept) {
      const key = `${match} ${player}`
      all.set(key, kept)
      over.addEventListener('abort', () => void all.delete(key))
    },
  }
}
