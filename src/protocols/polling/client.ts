import { show } from '../../base/fields.ts'
import { isObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { deriveSeed } from '../../base/rng.ts'
import { otherSeat, type Pair, type Seat } from '../../game/game.ts'
import type { Answer, Connection, Contestant, Opening } from '../protocol.ts'
import { openCaller, refused, type Caller, type CallerOptions } from './caller.ts'
import { readGridData, readPlayerData, sizeOf, type GridData, type PlayerData } from './read-documents.ts'
import { legalMoves, viewOf, type TronView } from './tron-view.ts'
import { formatMove, LONGEST_WAIT } from './words.ts'

export interface PollingClientOptions extends CallerOptions {
  readonly game: number
  readonly playerId: number
  readonly key: string
  /** For the player's own chance. */
  readonly seed: number
  /** Sees each position before the player is asked. */
  onTurn?(view: TronView, seat: Seat): void
}

export interface PollingResult {
  readonly verdict: 'win' | 'loss' | 'draw'
  /** A player id, or null for a draw. */
  readonly winner: number | null
  /** Rounds won: one's own, then the opponent's. */
  readonly score: Pair<number>
}

/** One round as it is played here. */
interface PlayedRound {
  readonly number: number
  readonly connection: Connection
  view?: TronView
  /** What was decided in the position seen last, until it is known to have been played. */
  decided?: { readonly own: PlayerData; readonly move: string }
}

/** A held answer that comes back sooner than this was not held. */
const HELD_MS = 500
/** What is shown is rounded up, and the move has to travel. */
const ROUNDED_MS = 1000

/**
 * Lets a player play a whole game of boost tron on the server at `url`. A server that goes away is asked again until
 * it is back, and no move is made twice.
 */
export async function playOverPolling(
  player: Contestant,
  options: PollingClientOptions,
): Promise<Result<PollingResult>> {
  const { signal = new AbortController().signal } = options
  const caller = openCaller(options)
  const now = options.time?.now ?? (() => performance.now())
  let round: PlayedRound | undefined
  let isHeld = false

  try {
    for (;;) {
      const asked = now()
      const own = await playerData(caller, options, options.playerId, isHeld ? LONGEST_WAIT : 0)
      if (!own.ok) return own
      if (own.value.status === 'over') return ok(resultFor(own.value))
      if (round?.number !== own.value.round) {
        await round?.connection[Symbol.asyncDispose]()
        round = undefined
        const begun = await beginRound(own.value)
        if (!begun.ok) return begun
        round = begun.value
        isHeld = true
        if (round === undefined) continue
      }
      if (own.value.secondsLeft === undefined) {
        if (isHeld && now() - asked < HELD_MS) {
          const waited = await caller.trouble('it does not hold its answers back')
          if (!waited.ok) return waited
        } else caller.calm()
        isHeld = true
        continue
      }
      const move = await decide(round, own.value)
      if (!move.ok) return move
      if (move.value === undefined) continue
      const posted = await post(move.value)
      if (!posted.ok) return posted
      // Whoever has ended a round hears of the next at once, and can get ready for it.
      isHeld = posted.value === 'playing'
    }
  } finally {
    await round?.connection[Symbol.asyncDispose]()
  }
}
