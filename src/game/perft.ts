import { SEATS, type AnyGame, type Seat, type SeatMove } from './game.ts'

/**
 * Counts the sequences of legal moves of exactly `depth` turns, as perft does in chess. A joint move of a simultaneous
 * game counts once; a game that ends earlier does not count.
 */
export function perft(game: AnyGame, state: unknown, depth: number): number {
  const seats = game.toMove(state)
  if (depth === 0) return 1
  if (seats.length === 0) return 0
  if (depth === 1)
    return seats.reduce<number>((product, seat) => product * game.legalMoves(state, seat).length, 1)
  let leaves = 0
  for (const turn of jointMoves(game, state, seats)) leaves += perft(game, game.play(state, turn), depth - 1)
  return leaves
}

/** Every turn that can be played from here. */
export function* jointMoves(
  game: AnyGame,
  state: unknown,
  seats: readonly Seat[] = game.toMove(state),
): Generator<readonly SeatMove[]> {
  const [seat, other] = seats
  if (seat === undefined) return
  for (const move of game.legalMoves(state, seat)) {
    if (other === undefined) yield [{ seat, move }]
    else
      for (const reply of game.legalMoves(state, other))
        yield [
          { seat, move },
          { seat: other, move: reply },
        ]
  }
}

/** The turn in which each seat to move plays what `choose` picks from its legal moves. */
export function chooseTurn(
  game: AnyGame,
  state: unknown,
  choose: (legal: readonly string[], seat: Seat) => string,
): readonly SeatMove[] {
  const seats = game.toMove(state)
  return SEATS.filter((seat) => seats.includes(seat)).map((seat) => ({
    seat,
    move: choose(game.legalMoves(state, seat), seat),
  }))
}
