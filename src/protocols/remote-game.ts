import type { Pair } from '../game/game.ts'
import type { HttpCallerOptions } from './http-caller.ts'

/** A game on a server elsewhere, and one's place in it. */
export interface RemoteGame extends HttpCallerOptions {
  readonly key: string
  readonly game: number
  /** Who one is there. */
  readonly playerId: number
  /** For the player's own chance. */
  readonly seed: number
}

export interface RemoteResult {
  readonly verdict: 'win' | 'loss' | 'draw'
  /** Rounds won: one's own, then the opponent's. */
  readonly score: Pair<number>
}
