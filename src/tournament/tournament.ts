import type { Points } from './points.ts'

export interface Entrant {
  readonly id: string
  readonly name: string
}

/**
 * What a format needs to know of a tournament before it begins. It has no game, no rules and no bots: `TournamentSpec` in
 * `tournament-runner` has those, and is what logs and commands are about.
 */
export interface Tournament {
  /** The order is the seeding, best first. Ids are unique. */
  readonly entrants: readonly Entrant[]
  /** Fixes every pairing, side and match seed. */
  readonly seed: number
  readonly points: Points
  /**
   * An entrant with so many faults is benched from the next round on: it forfeits its later matches. Later matches that
   * were played already, because several run at once, do not count, so that the number of workers cannot change a result.
   */
  readonly benchAfter?: number
  /**
   * Entrants that the organiser took out → the round that `withdraw` returned, in the order of their withdrawals. They
   * forfeit the matches they have not played.
   */
  readonly withdrawn?: ReadonlyMap<string, number>
}

/** A match that can be played now. The same tournament always gives the same match the same key and seed. */
export interface Pairing {
  /** Unique, and fit for a file name. */
  readonly key: string
  /** The stage it is part of, in words: "round robin", "semi-final". */
  readonly stage: string
  /** From 1. An entrant has one opponent in a round, and its later rounds have higher numbers. */
  readonly round: number
  /** Orders the matches of a round. */
  readonly index: number
  /** Entrant ids; the first is player 0 of the match and begins. */
  readonly players: readonly [string, string]
  readonly seed: number
  /** Counts the pairs of matches that the same two play in this round, from 0, which may be left out. */
  readonly pair?: number
}

/** The result of a match, as it is logged. */
export interface Played {
  readonly key: string
  readonly players: readonly [string, string]
  /** Undefined for a draw. */
  readonly winner: 0 | 1 | undefined
  /** Rounds won. */
  readonly score: readonly [number, number]
  /** Given up by the host's fault. No entrant gets anything for it, and it decides no tie of a knock-out. */
  readonly void?: boolean
  /** How many rounds each player lost by a fault of its own (crash, time, illegal move): see `benchAfter`. */
  readonly faults?: readonly [number, number]
  /** Equal for matches with the same positions and moves in all rounds; old logs lack it. */
  readonly fingerprint?: string
}

/** A match that has ended, and what it counts as. */
export interface Ended {
  readonly pairing: Pairing
  readonly how: 'played' | 'void' | 'forfeited'
  /** Undefined for a draw, for a void match, and for a match of two benched entrants, which both lose. */
  readonly winner: 0 | 1 | undefined
  readonly score: readonly [number, number]
  /** Of the result, if that was played and has one. */
  readonly fingerprint?: string | undefined
}
