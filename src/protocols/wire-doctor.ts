import type { Brain } from '../game/brain.ts'
import { otherSeat, type Pair, type Seat } from '../game/game.ts'
import type { Fault } from '../match/match.ts'

/** What the host waits for: a move, or a word that must come before it; `nothing` before it waits for anything. */
export type Awaited = 'nothing' | 'greeting' | 'move'

/** A mistake, and what to do about it. Sentences without a full stop. */
export interface Words {
  readonly title: string
  readonly cause: string
  readonly fix: string
}

/** Why an answer cannot be read. */
export type UnreadableAnswer =
  | ({ readonly kind: 'no-greeting' } & Words)
  | { readonly kind: 'extra-output' }
  | { readonly kind: 'wrong-case'; readonly right: string }
  | { readonly kind: 'wrong-word' }
  | { readonly kind: 'wrong-form'; readonly form: string; readonly why: string; readonly fix: string }

/** A line of the host that a program must read before it answers. */
export interface HostLine {
  readonly id: string
  /** As the object of a sentence. */
  readonly what: string
  readonly fix: string
  /** How many answers the host has read before it says this line. */
  readonly answers: number
  /** The turn it belongs to, from 1; undefined before the first. */
  readonly turn: number | undefined
  /** Whether an answer that comes before this line still counts. */
  readonly mayComeEarly: boolean
}

/** A round that the doctor has watched. */
export interface WatchedRound<State = unknown> {
  /** The bot's. */
  readonly seat: Seat
  /** The moves of each complete turn, by seat. */
  readonly turns: readonly Pair<string | undefined>[]
  /** The position before the first turn. */
  readonly first: State
  /** What the bot did wrong, as the referee sees it. */
  readonly fault?: Fault
}

/** What the doctor knows about a stdio wire: its folder's `doctor.ts`. A wire without one gets the general checks only. */
export interface WireDoctor {
  /** What an answer looks like; other text is debug output. */
  readonly answer: RegExp
  /** Which line `text` is, said after the lines `before`; undefined for a line that no answer depends on. */
  hostLine(text: string, before: readonly string[], round: WatchedRound): HostLine | undefined
  /** Why `text` cannot be read. `explainWord` explains a word that is no move of the game. */
  unreadable(
    awaited: Awaited,
    text: string,
    explainWord: (word: string) => UnreadableAnswer,
  ): UnreadableAnswer
  /** What should have come. */
  expected(awaited: Awaited): string
  /** Why a program reads on while the host waits for it, where the wire has a usual reason. */
  whyWaiting?(awaited: Awaited, seat: Seat): Partial<Words> | undefined
  /** Whether a program must keep the position itself, by reading what it is sent. */
  readonly isPositionUntold?: boolean
  /** How the table is flipped, where the wire can tell a program of a cheat. */
  readonly flip?: string
  /** A wire that tells a program its number, 0 or 1: the id of the line with the opponent's move. */
  readonly moveLine?: string
  /** Settings of the challenge's game that differ, for each opponent in order: a program must believe what it is told. */
  readonly boards?: readonly Readonly<Record<string, unknown>>[]
}

/** What the doctor knows about a game, beside the wire it is mostly played on. */
export interface GameDoctor<State = unknown> {
  /** The id of the game. */
  readonly game: string
  /** The names of the opponents that a bot plays against, in both seats. Those that show a mistake soonest come first. */
  readonly plan: readonly string[]
  /** Opponents beside those that play every game: `first`, `last`, `middle` and `random`. */
  readonly opponents?: readonly Brain<State>[]
  /** Rounds of a game that need not end are stopped here. */
  readonly turnLimit?: number
  /** What is against the rules about a move, as a sentence without its end. */
  whyIllegal?(
    move: string,
    state: State,
    seat: Seat,
    turns: WatchedRound['turns'],
    legal: readonly string[],
  ): string
  /** Why a word is no move; undefined where the game does not know better than any other. */
  unreadable?(word: string): UnreadableAnswer | undefined
  /** The mistake that explains illegal moves. */
  explainIllegal?(rounds: readonly WatchedRound<State>[]): Misbelief | undefined
  /** A mistake that shows although every move was legal. */
  findMisreading?(rounds: readonly WatchedRound<State>[]): Misreading | undefined
}

/** What a bot seems to take for true, though it is not. */
export interface Misbelief {
  readonly belief: string
  readonly title: string
  /** That all its moves make sense if it believes this. */
  readonly proof: string
  readonly fix: string
  /** What should have come, if not what the wire always expects and a free cell. */
  readonly expected?: string
}

export interface Misreading extends Misbelief {
  /** The index of the round in which it shows. */
  readonly round: number
  /** From 1. */
  readonly turn: number
  /** What it did. */
  readonly why: string
}

/** Since when, and by which player, a cell is taken; undefined if no move has taken it. */
export function occupiedSince(
  move: string,
  seat: Seat,
  turns: readonly Pair<string | undefined>[],
): string | undefined {
  const index = turns.findIndex((turn) => turn.includes(move))
  if (index < 0) return undefined
  const whose = turns[index]?.[otherSeat(seat)] === move ? "the opponent's" : 'its own'
  return `occupied since turn ${index + 1}, by ${whose} move`
}
