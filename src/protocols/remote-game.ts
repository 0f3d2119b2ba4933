import type { Pair } from '../game/game.ts'
import type { HttpCallerOptions } from './http-caller.ts'

/** A game on another server, and the player's place in it. */
export interface RemoteGame extends HttpCallerOptions {
  readonly key: string
  readonly game: number
  /** The player's id there. */
  readonly playerId: number
  /** For the player's own chance. */
  readonly seed: number
}

export interface RemoteResult {
  readonly verdict: 'win' | 'loss' | 'draw'
  /** Rounds won: by the player, then by the opponent. */
  readonly score: Pair<number>
}
