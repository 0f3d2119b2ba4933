import type { Field } from '../base/fields.ts'
import type { Result } from '../base/result.ts'
import type { Rng } from '../base/rng.ts'
import type { Scene, Target } from './scene.ts'
import type { Pair, Seat } from './seat.ts'

export { otherSeat, SEATS, type Pair, type Seat } from './seat.ts'

export interface SeatMove<Move extends string = string> {
  readonly seat: Seat
  readonly move: Move
}

/** How a round came out by the rules: places from 1, equal for a draw. */
export interface Outcome {
  readonly places: Pair<1 | 2>
  /** A key of the game's `reasons`. */
  readonly reason: string
  /** Each seat's score where the game keeps one, in its own notation. */
  readonly scores?: Pair<string>
}

/**
 * A game is pure rules: no clock, name, socket or file. Every function is total on what the other functions
 * return, never changes its arguments and depends on nothing else, so the same code referees on the server,
 * thinks inside a brain and replays in the browser.
 *
 * A move is a word of the game's canonical notation, so it can be compared, stored and sent as it is.
 * Driving into a wall is legal and fatal; illegal means not in `legalMoves`.
 */
export interface Game<Config, State, Move extends string = string, View = State> {
  readonly id: string
  /** Raised whenever a change of the rules could change a game: records name the version they were played by. */
  readonly version: number
  readonly title: string
  /** One sentence for a list of games. */
  readonly summary: string
  /** Ready-made settings, each accepted by `parseConfig`; the first is the default. */
  readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** What a person may set: name → what is accepted. */
  readonly settings: Readonly<Record<string, Omit<Field<unknown>, 'read'>>>
  /** What each seat is called in this game: `O` and `X`, `first` and `second`. */
  readonly seatNames: Pair<string>
  /** Each way a round can end, in words that follow "won by" or "drawn by". */
  readonly reasons: Readonly<Record<string, string>>

  parseConfig(input: unknown): Result<Config>
  /** The only function that uses random numbers. */
  setup(config: Config, rng: Rng): State
  /** Two seats move at the same time; one seat has its turn; none means that the round is over. */
  toMove(state: State): readonly Seat[]
  /** In a fixed order; empty for a seat that is not to move. */
  legalMoves(state: State, seat: Seat): readonly Move[]
  /** The same as membership in `legalMoves`, without the list. */
  isLegal(state: State, seat: Seat, move: string): boolean
  /** Plays one legal move for every seat that is to move, in the order of seats. */
  play(state: State, turn: readonly SeatMove<Move>[]): State
  /** Simultaneous games: plays a turn in which the seats missing from `turn` failed to move and die. */
  playWithout?(state: State, turn: readonly SeatMove<Move>[]): State
  /** Defined exactly when no seat is to move. */
  outcome(state: State): Outcome | undefined
  /** What decided between the scores of an outcome, in a few words for each seat; without it, scores are told as they are. */
  tellScores?(outcome: Outcome): Pair<string>
  /** What people count in a position, for each seat: the steps to its goal. With it a lost move can be explained in words. */
  readonly counts?: {
    /** For one and for several: `step to the goal` and `steps to the goal`. */
    readonly noun: Pair<string>
    of(state: State): Pair<number>
  }
  /** What a seat may see of the state; without a seat, what a spectator may see. */
  view(state: State, seat?: Seat): View
  /** What a viewer draws. */
  scene(view: View): Scene
  /** The place on that scene that a legal move of the seat points to; a different one for each move. */
  target(view: View, seat: Seat, move: Move): Target
  readonly notation: {
    /** Reads what a player wrote; forgiving about case and white space only. The move may still be illegal. */
    parseMove(text: string, state: State): Result<Move>
    /** The position as one line of text. Two positions have equal texts exactly when they are the same for the rules. */
    formatState(state: State): string
  }
  /** Other positions to begin from, for contests; left out by a game that has none. */
  readonly openings?: {
    /**
     * Settings that put another position before the first turn, to be merged into the settings of a match; undefined if
     * these settings leave no choice. It is only a proposal: whether it is fair, `src/openings` finds out.
     */
    propose(config: Config, rng: Rng): Readonly<Record<string, unknown>> | undefined
  }
}

/** A game of any type. Its configurations, states and views must only be passed to the game that made them. */
export type AnyGame = Game<unknown, unknown, string, unknown>

export const draw = (reason: string, scores?: Pair<string>): Outcome => ({
  places: [1, 1],
  reason,
  ...(scores && { scores }),
})

export const winFor = (seat: Seat, reason: string, scores?: Pair<string>): Outcome => ({
  places: seat === 0 ? [1, 2] : [2, 1],
  reason,
  ...(scores && { scores }),
})

/** The winning seat, or undefined for a draw. */
export function winnerOf(outcome: Outcome): Seat | undefined {
  const [first, second] = outcome.places
  if (first === second) return undefined
  return first < second ? 0 : 1
}
