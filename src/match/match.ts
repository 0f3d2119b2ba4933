import { fail, ok, within, type Result } from '../base/result.ts'
import type { AnyGame, Outcome, Pair, Seat } from '../game/game.ts'
import type { Remark } from '../game/remark.ts'
import type { Allowance } from './allowance.ts'
import type { SeatClock } from './clock.ts'
import { readRules, type MatchRules } from './rules.ts'

export type { IllegalMovePolicy, MatchRules } from './rules.ts'

/** Everything that defines a match before it begins. */
export interface MatchSpec {
  readonly game: AnyGame
  /** As the organiser wrote them; `config` is what the game parsed from them. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly config: unknown
  readonly rules: MatchRules
  readonly seed: number
}

export function makeSpec(
  game: AnyGame,
  settings: Readonly<Record<string, unknown>>,
  rules: MatchRules,
  seed: number,
): Result<MatchSpec> {
  if (!Number.isSafeInteger(seed) || seed < 0)
    return fail(
      'bad-seed',
      `Cannot use seed ${seed}: expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
      'seed',
    )
  const config = within('settings', game.parseConfig(settings))
  if (!config.ok) return config
  const checked = readRules(rules)
  return checked.ok ? ok({ game, settings, config: config.value, rules: checked.value, seed }) : checked
}

/** One of the two players of a match. Its seat may change from round to round. */
export type Player = 0 | 1

/** Why a player could not go on, as its connection saw it. */
export const LEFT_CAUSES = [
  'crashed',
  'silent',
  'garbled',
  'out-of-turn',
  'out-of-memory',
  'timeout',
  'slow-start',
] as const
export type LeftCause = (typeof LEFT_CAUSES)[number]

/**
 * What can happen to a match. `at` is in whole milliseconds since the match began, stamped once, on arrival.
 * The list of events is the match: replaying it gives the same value.
 */
export type MatchEvent =
  | { readonly kind: 'ready'; readonly seat: Seat; readonly at: number }
  /** The question has reached the player only now; its clock starts here. */
  | { readonly kind: 'asked'; readonly seat: Seat; readonly at: number }
  /**
   * The player cannot be reached for a reason that is not its own. Its clock stands until it is asked again, and of the
   * time since the question only `charged` milliseconds count.
   */
  | { readonly kind: 'paused'; readonly seat: Seat; readonly charged: number; readonly at: number }
  | {
      readonly kind: 'answered'
      readonly seat: Seat
      readonly text: string
      /** For spectators; it does not change the match. */
      readonly remark?: Remark
      readonly at: number
      readonly spent?: Spent
    }
  | { readonly kind: 'flipped'; readonly seat: Seat; readonly at: number }
  | { readonly kind: 'resigned'; readonly seat: Seat; readonly at: number }
  | {
      readonly kind: 'left'
      readonly seat: Seat
      readonly cause: LeftCause
      /** What it sent, if that was the cause. */
      readonly text?: string
      readonly detail?: string
      readonly at: number
      readonly spent?: Spent
    }
  | { readonly kind: 'ticked'; readonly at: number }
  /** The host failed: the round does not count and is played again. */
  | {
      readonly kind: 'voided'
      readonly why: string
      readonly at: number
      /** The host was restarted: such a void does not count towards `MAX_VOIDS`. */
      readonly restart?: true
    }

/** Where the time of one move went, as the host measured it, in milliseconds. */
export interface Spent {
  readonly wall: number
  readonly cpu?: number
  readonly suspended?: number
  /** Only of a language model. */
  readonly model?: ModelUse
}

/** What a language model used for one move, over all its calls. */
export interface ModelUse {
  /** Calls that were answered: the attempts at the move. */
  readonly calls: number
  /** Calls that failed on the way and were made again. */
  readonly retries?: number
  readonly tokensIn: number
  /** With those of its reasoning. */
  readonly tokensOut: number
  readonly reasoning?: number
  /** The endpoint did not count the tokens: they are estimated from the length of the texts. */
  readonly estimated?: true
  /** In dollars, where the price is known. */
  readonly usd?: number
  /** Milliseconds to the first token of the last call, where it was streamed. */
  readonly firstMs?: number
  /** Why answers did not count, one word for each that did not. */
  readonly failures?: readonly AnswerFailure[]
}

export type AnswerFailure = 'truncated' | 'empty' | 'unparsable' | 'illegal'

export type FaultKind = LeftCause | 'illegal' | 'resigned' | 'false-flip' | 'missed-flip'

export interface Fault {
  readonly kind: FaultKind
  /** What the player sent, shortened. */
  readonly text?: string
  readonly detail?: string
  readonly spent?: Spent
  /** What ran out, if that was not the time. */
  readonly out?: Allowance['unit']
}

export type RoundEnd =
  | { readonly kind: 'played'; readonly outcome: Outcome }
  | {
      readonly kind: 'forfeited'
      readonly faults: Pair<Fault | undefined>
      /** Flip policy: whether the opponent flipped the table itself. */
      readonly noticed?: boolean
    }
  | { readonly kind: 'stopped'; readonly turns: number }
  | { readonly kind: 'void'; readonly why: string; readonly restart?: true }

export interface RoundResult {
  /** Counted from 0; a voided round and the one that repeats it share the number. */
  readonly index: number
  /** The player in each seat. */
  readonly seats: Pair<Player>
  readonly end: RoundEnd
  readonly turns: number
  readonly winner: Player | undefined
  /** The last position. A record does not repeat it: it follows from the events. */
  readonly state: unknown
  /** Equal for two rounds with the same first position, moves and end, also if other players played them. No record has it. */
  readonly fingerprint: string
}

export interface Round {
  readonly index: number
  readonly seats: Pair<Player>
  readonly state: unknown
  readonly turns: number
  /** Of the first position and all turns so far. */
  readonly fingerprint: Pair<number>
  /** The seats whose move this turn needs; none before the first turn. */
  readonly movers: readonly Seat[]
  /** The latest time of this turn's events so far, in whatever order they arrive: the turn is complete at that time. */
  readonly latest: number
  /** The moves of the turn played last. */
  readonly lastTurn?: Pair<string | undefined>
  readonly ready: Pair<boolean>
  readonly clocks: Pair<SeatClock>
  /** What each seat has used of the allowance of its clock. */
  readonly used: Pair<number>
  /** This turn's accepted moves: secret until the turn is complete. */
  readonly answers: Pair<string | undefined>
  /** This turn's failures. */
  readonly faults: Pair<Fault | undefined>
  readonly refusals: Pair<number>
  /** Players that left out of turn: they lose when they are next to move. */
  readonly gone: Pair<Fault | undefined>
  /** Flip policy: this seat surrendered by an invalid move, and the other should flip the table. */
  readonly cheat?: { readonly seat: Seat; readonly fault: Fault }
}

export interface MatchResult {
  /** Rounds won by each player. */
  readonly score: Pair<number>
  /** Undefined for a draw and for a void match. */
  readonly winner: Player | undefined
  readonly void: boolean
}

export interface Match {
  readonly spec: MatchSpec
  readonly phase: 'starting' | 'playing' | 'over'
  readonly round: Round
  readonly ended: readonly RoundResult[]
  readonly score: Pair<number>
  /** Rounds that count towards `bestOf`. */
  readonly counted: number
  /** Drawn rounds in a row that are being replayed. */
  readonly replays: number
  /** Voided attempts at the current round. */
  readonly voids: number
  readonly result?: MatchResult
}

/** A match whose game is known, and so is the type of its position. */
export interface MatchOf<State> extends Match {
  readonly round: Round & { readonly state: State }
}

export const isMatchOf = <State>(
  match: Match,
  game: { readonly id: string; outcome(state: State): Outcome | undefined },
): match is MatchOf<State> => match.spec.game.id === game.id

/** After so many voids of a round the match is given up as void. */
export const MAX_VOIDS = 3

/**
 * What the machine wants done. The runner performs it and reports back by events. It also sends `ticked` at the time that
 * `wakeAt` gives for the match, unless another event comes first.
 */
export type Effect =
  /** Get both players ready for a new round. */
  | { readonly kind: 'open' }
  | { readonly kind: 'ask'; readonly seat: Seat }
  /** Ask again, and tell why the last answer was not accepted. */
  | { readonly kind: 'refuse'; readonly seat: Seat; readonly why: string }

export interface Step {
  readonly match: Match
  readonly effects: readonly Effect[]
  /** The round that this event ended, as it ended: `match.round` may be the next one already. */
  readonly endedRound?: Round
}
