import type { AnyGame } from '../game/game.ts'
import type { MatchRules } from '../match/match.ts'
import type { Points } from '../tournament/points.ts'

/**
 * A challenge as data: a game with its settings, the wire, the clock, the rules of the match and the points of a
 * result.
 */
export interface Challenge {
  readonly id: string
  readonly title: string
  /** One sentence for a list of challenges. */
  readonly summary: string
  readonly game: AnyGame
  readonly preset: string
  /** The id of the wire that bots of this challenge speak. Their opponent may use any other wire. */
  readonly wire: string
  readonly rules: MatchRules
  readonly points: Points
  /**
   * `asked`: its contest fixes the start, so a tournament has openings only if its organiser asks for them. Left out: a
   * tournament has them unless they are turned off. Ladders have them in any case.
   */
  readonly openings?: 'asked'
  /** The last line that the command line prints: `{name}` and `{number}` (1 or 2) stand for the winner. */
  readonly lastLine?: { readonly win: string; readonly draw: string }
}

/** The rules of most challenges: one round, and an illegal move loses it. */
export const ONE_ROUND = {
  illegal: { kind: 'forfeit' },
  bestOf: 1,
  draws: { kind: 'count' },
  swapSeats: false,
} as const

/** Time for a program to load; it is not charged to its clock. */
export const START_UP_MS = 10_000
