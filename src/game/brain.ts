import type { Rng } from '../base/rng.ts'
import type { Seat } from './game.ts'
import type { Remark } from './remark.ts'

/**
 * A brain decides moves. It knows nothing of wires and processes, so the same brain plays in this process, as a
 * program, or against a server elsewhere.
 */
export interface Brain<View = unknown, Move extends string = string, Memory = unknown> {
  readonly name: string
  /** The game it plays; left out by a brain that can play every game. */
  readonly game?: string
  /** How it plays, in one clause without a subject: `walks a shortest path and never puts up a wall`. Lists of brains show it. */
  readonly plays?: string
  /**
   * How much thinking a move takes, so that a host knows where to run the brain. Left out: well within a millisecond,
   * on the event loop. `briefly`: up to a tenth of a second, in a thread that brains share. `long`: in a thread of its
   * own, because it searches until its time is up or because boards may be large.
   */
  readonly thinks?: 'briefly' | 'long'
  /** Called once at the start of each round; what it returns is the memory of the first turn. */
  init?(start: BrainStart<View>): Memory | Promise<Memory>
  /** Answers by returning a move or by calling `turn.play` exactly once. */
  move(turn: BrainTurn<View, Move, Memory>): Move | void | Promise<Move | void>
}

export interface BrainStart<View = unknown> {
  readonly seat: Seat
  readonly view: View
  /** Seeded by the round and the seat. */
  readonly rng: Rng
  /** Writes a line for the bot's owner; the opponent never sees it. */
  readonly log: (...words: readonly unknown[]) => void
  /**
   * Sends a word out of turn: as soon as the round begins or, during a turn, right after the answer. No rules allow it;
   * house brains use it to cheat.
   */
  readonly playUnasked: (word: string) => void
}

export interface BrainTurn<
  View = unknown,
  Move extends string = string,
  Memory = unknown,
> extends BrainStart<View> {
  /** From 1 for the first move of the round. */
  readonly number: number
  readonly legal: readonly Move[]
  /** Why the last answer to this same question was not accepted. */
  readonly refused?: string
  /** Milliseconds left to answer, as of the question; Infinity when there is no clock. */
  readonly timeLeft: number
  /** Milliseconds from the question to this call, where the host can tell; `timeLeft` still counts them. */
  readonly waited?: number
  /** A monotonic clock in milliseconds, for time management; left out where moves must not depend on time. */
  readonly now?: () => number
  /** The most nodes to search. Without `now` the same budget gives the same move on every machine. */
  readonly nodeBudget?: number
  /** Kept from turn to turn: change it in place or assign a new value. */
  memory: Memory
  play(move: Move): void
  /** A remark for the spectators beside this move; the last call counts. */
  readonly remark: (remark: Remark | string) => void
  /** Resigns the round instead of playing a move. */
  readonly resign: () => void
  /**
   * Flips the table instead of playing a move. The host flips the table after a cheat by itself, so an honest brain
   * never needs it.
   */
  readonly flip: () => void
}
