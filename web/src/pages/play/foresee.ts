import type { AnyGame, Seat } from '../../../../src/game/game.ts'

/** A guess of the next position in which a seat is asked. */
export interface Foresight {
  readonly view: unknown
  readonly legal: readonly string[]
}

const FAR = 4

/**
 * What a seat may be asked next, after `sent`, if the opponent plays its first legal move that goes on: good enough to
 * choose a move in advance. Undefined if the game may be over by then.
 */
export function foresee(
  game: AnyGame,
  state: unknown,
  seat: Seat,
  sent: string | undefined,
): Foresight | undefined {
  let next = state
  for (let count = 0; count < FAR; count++) {
    const seats = game.toMove(next)
    const isAsked = seats.includes(seat)
    if (isAsked && (sent === undefined || count > 0))
      return { view: game.view(next, seat), legal: game.legalMoves(next, seat) }
    const turn = seats.flatMap((mover) => {
      const move = mover === seat && sent !== undefined ? sent : calmMove(game, next, mover)
      return move !== undefined && game.isLegal(next, mover, move) ? [{ seat: mover, move }] : []
    })
    if (turn.length === 0 || turn.length < seats.length) return undefined
    next = game.play(next, turn)
  }
  return undefined
}

/** A move that does not end the game, if there is one. */
function calmMove(game: AnyGame, state: unknown, seat: Seat): string | undefined {
  const legal = game.legalMoves(state, seat)
  if (game.toMove(state).length > 1) return legal[0]
  return (
    legal.slice(0, 8).find((move) => game.toMove(game.play(state, [{ seat, move }])).length > 0) ?? legal[0]
  )
}
