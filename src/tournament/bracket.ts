/** A knock-out as data, for drawing: every tie, played or not, with what is known of it. */
export interface Bracket {
  readonly parts: readonly BracketPart[]
}

/** A tree of its own: the only one of a single elimination, winners and losers of a double one, the final. */
export interface BracketPart {
  readonly title: string
  /** From left to right; the ties of a round from top to bottom. */
  readonly rounds: readonly BracketRound[]
}

export interface BracketRound {
  readonly title: string
  readonly ties: readonly Tie[]
}

/** Two entrants meet until one of them goes on. */
export interface Tie {
  readonly id: string
  readonly title: string
  readonly slots: readonly [TieSlot, TieSlot]
  /** Matches won. */
  readonly score: readonly [number, number]
  /** Rounds won, in all its matches. */
  readonly rounds: readonly [number, number]
  readonly draws: number
  /** None of its matches was played: entrants were out, or the host failed. */
  readonly unplayed?: true
  /** Keys of its matches, in order, as far as they are known. */
  readonly matches: readonly string[]
  readonly winner?: 0 | 1
  /**
   * `better-seed`: the matches left it level. `forfeit`: the winner played none of the matches that it won.
   * `skipped`: a second final that is not needed.
   */
  readonly decided?: 'matches' | 'better-seed' | 'forfeit' | 'bye' | 'skipped'
  readonly winnerTo?: { readonly tie: string; readonly slot: 0 | 1 }
  readonly loserTo?: { readonly tie: string; readonly slot: 0 | 1 }
}

export interface TieSlot {
  /** An entrant's id; `null` for a bye, `undefined` while it is not known. */
  readonly entrant: string | null | undefined
  /** The place in the seeding, from 1. */
  readonly seed?: number
  /** What the slot is for, in words, while its entrant is not known: "1st of the round robin". */
  readonly expected?: string
  /** The tie that the entrant comes from; undefined for one that is seeded here. */
  readonly from?: { readonly kind: 'winner' | 'loser'; readonly tie: string }
}
