import type { Seat } from '../game/game.ts'
import { timeLeft } from '../match/clock.ts'
import type { Match } from '../match/match.ts'
import type { Question } from '../protocols/protocol.ts'

/**
 * The question to a seat in the present position. Its legal moves are listed when they are read: most wires do not tell them to
 * programs, and to list them can take longer than all the rest of a turn. A copy for another thread has to name `legal`, because
 * it is no property of the object itself: such an accessor would take 4 µs a question to define.
 */
export class RoundQuestion implements Question {
  readonly turn: number
  readonly view: unknown
  readonly timeLeft: number
  declare readonly allowanceLeft?: number
  declare readonly cheated?: string
  declare readonly refused?: string
  readonly #match: Match
  readonly #seat: Seat
  #legal: readonly string[] | undefined

  constructor(match: Match, seat: Seat, at: number, refused?: string) {
    const { spec, round } = match
    const { allowance } = spec.rules.clock
    this.#match = match
    this.#seat = seat
    this.turn = round.turns
    this.view = spec.game.view(round.state, seat)
    this.timeLeft = timeLeft(round.clocks[seat], at)
    if (allowance) this.allowanceLeft = allowance.amount - round.used[seat]
    if (round.cheat) this.cheated = round.cheat.fault.text ?? ''
    if (refused !== undefined) this.refused = refused
  }

  get legal(): readonly string[] {
    const { spec, round } = this.#match
    return (this.#legal ??= spec.game.legalMoves(round.state, this.#seat))
  }
}
