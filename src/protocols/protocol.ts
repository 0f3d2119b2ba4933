import type { Pair, Seat } from '../game/game.ts'
import type { Remark } from '../game/remark.ts'
import type { TimeControl } from '../match/clock.ts'
import type { LeftCause, Match, MatchEvent, Spent } from '../match/match.ts'

/** What a player must know before a round. Plain data: it may cross a thread or a wire. */
export interface Opening<View = unknown> {
  readonly challenge: string
  readonly game: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly seat: Seat
  /** By seat. */
  readonly names: Pair<string>
  /** Counted from 0. */
  readonly round: number
  /** For the player's own chance; differs by round and seat. */
  readonly seed: number
  readonly clock: TimeControl
  readonly startUpMs: number
  /** Turns after which a round is stopped, where that is known. */
  readonly turnLimit?: number
  /** The position before the first move, as this seat may see it. */
  readonly view: View
  /** The host was restarted in the middle of this round, and the player was in it. */
  readonly isResumed?: true
}

/** Asks a player for its move. Plain data, too. */
export interface Question<View = unknown> {
  /** Turns played before this one. */
  readonly turn: number
  readonly view: View
  readonly legal: readonly string[]
  /** Milliseconds left on its clock; Infinity without one. */
  readonly timeLeft: number
  /** Milliseconds for which the question has waited for the thread of the brain since then. */
  readonly waited?: number
  /** What is left of the allowance of its clock, in the unit of the allowance. */
  readonly allowanceLeft?: number
  /** The opponent's invalid command, where it should be answered by flipping the table. */
  readonly cheated?: string
  /** Why its last answer to the same question was not accepted. */
  readonly refused?: string
}

/** What came back. A failure is an answer like any other, never an exception. */
export type Answer =
  | { readonly kind: 'move'; readonly text: string; readonly remark?: Remark; readonly spent?: Spent }
  | { readonly kind: 'flip' }
  | { readonly kind: 'resign' }
  | Gone

export interface Gone {
  readonly kind: 'gone'
  readonly cause: LeftCause
  /** What it sent, where that was the trouble. */
  readonly text?: string
  readonly detail?: string
  readonly spent?: Spent
}

/** The question or the round ended before there was an answer. */
export const NO_LONGER_ASKED: Gone = { kind: 'gone', cause: 'silent', detail: 'it was no longer asked' }

/** How a connection corrects the runner's clock: it knows better when a question arrived and when its answer did. */
export interface Timing {
  /** The question has reached the player only now: its time starts here. */
  reached(): void
  /** The answer has arrived, though it is still to be handed over: its time ends here. */
  heard(): void
  /**
   * The player cannot be reached for a reason that is not its own: its clock stands until `reached`. Of its time so far,
   * only `chargedMs` count.
   */
  paused?(chargedMs: number): void
  /** The player ran on for so many milliseconds after its answer, when it should have stood still: its time goes on. */
  overran?(ms: number): void
  /**
   * The player has answered and runs no more code of its own, but was not seen to stand still yet. Until `overrun`
   * resolves, no other player is late; if it took more than 0 milliseconds, their time starts again.
   */
  stopping?(overrun: Promise<number>): void
}

/** One player for one round, wherever it runs. An exception from it is the host's fault and voids the round. */
export interface Connection<View = unknown> extends AsyncDisposable {
  /** `signal` ends the question: the answer is no longer wanted, and the player may be stopped. */
  ask(question: Question<View>, signal: AbortSignal, timing?: Timing): Promise<Answer>
  /** An event has changed the match. Called for each one from this player's `ready` to the end of its round. */
  tell(before: Match, event: MatchEvent, after: Match): void
  /** The time spent in the present turn so far, where it is measured; a time loss quotes it. */
  spent?(): Spent
}

/** The time that a player has to get ready. */
export interface StartUp {
  /** It begins anew now. */
  restart(): void
  /** The host still sets the player up: its time begins when `begun` resolves. */
  beginAfter(begun: Promise<void>): void
}

/** Takes an answer that the player was not asked for. It counts once the round has begun and the open question is answered. */
export type Unasked = (answer: Answer) => void

/**
 * Takes what a player has sent instead of an answer, as a sentence without a full stop, for the report of a time loss.
 * Undefined once it has answered.
 */
export type Unreadable = (sentence: string | undefined) => void

/** What a player calls, at any time until its connection is disposed of. */
export interface Callbacks {
  readonly unasked?: Unasked | undefined
  readonly unreadable?: Unreadable | undefined
  readonly startUp?: StartUp | undefined
  /** Takes each line of the conversation, as a transcript writes it: `> …`, `< …`. */
  readonly onTranscript?: ((line: string) => void) | undefined
}

/** A player that can be asked to play. `View` is what it sees of its game, where it plays only one. */
export interface Contestant<View = unknown> {
  readonly name: string
  /** As it was asked for: `house:random`, a command line, a URL. */
  readonly bot?: string
  /** Whether it can go on in the middle of a round after the host was restarted: each question tells it all it needs. */
  readonly rejoins?: boolean
  /** A house brain: if it gets ready late, that is the host's fault. */
  readonly isHouse?: boolean
  /** Gets it ready for a round. */
  connect(
    opening: Opening<View>,
    signal: AbortSignal,
    callbacks?: Callbacks,
  ): Promise<Connection<View> | Gone>
}
