/** What a player wrote and said in one round, or a piece of it: for its owner alone. It is no part of the record. */
export interface BotLog {
  /** Counted from 0. */
  readonly round: number
  /** It continues the log before it: a long round is logged in pieces. */
  readonly goesOn?: true
  readonly stderr: string
  readonly lines: readonly BotLine[]
}

/** A line of the conversation with a player, as a transcript writes it: `> …`, `< …`, `! …`. */
export interface BotLine {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Turns that had been played when the player was asked last, or when its request came. */
  readonly turn: number
  readonly text: string
}
