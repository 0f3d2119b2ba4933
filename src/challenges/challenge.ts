import type { AnyGame } from '../game/game.ts'
import type { MatchRules } from '../match/match.ts'
import type { Points } from '../tournament/points.ts'

/** A contest as data: a game with its settings, how bots speak, the clock, the match and what a result is worth. */
export interface Challenge {
  readonly id: string
  readonly title: string
  /** One sentence for a list of challenges. */
  readonly summary: string
  readonly game: AnyGame
  readonly preset: string
  /** The id of the wire that its own players use; a player on any other wire may sit opposite. */
  readonly wire: string
  readonly rules: MatchRules
  readonly points: Points
  /** The contest's own last words: `{name}` and `{number}` (1 or 2) stand for the winner. */
  readonly lastLine?: { readonly win: string; readonly draw: string }
}

/** Most contests: one round, and an illegal move loses it. */
export const ONE_ROUND = {
  illegal: { kind: 'forfeit' },
  bestOf: 1,
  draws: { kind: 'count' },
  swapSeats: false,
} as const

/** Enough for any program to load; it is not thinking time. */
export const START_UP_MS = 10_000
