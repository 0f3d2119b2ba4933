import { otherSeat, type Seat } from '../../game/game.ts'
import { waysAround, type Board } from './board.ts'
import type { Weights } from './kernel.ts'

/** What the evaluation depends on: the weights of the rooms, and the price of a draw, at least and for each cell of the board. */
export interface Style {
  readonly steps: number
  readonly openness: number
  readonly draw: { readonly least: number; readonly eachCell: number }
  /** Whether cells that both reach at once count for the rival; else they count for neither. */
  readonly areTiesLost: boolean
}

/** The style of `advanced` on every board. */
export const strongest = (): Style => WALLED

/** The style by which the rungs below `advanced` were rated: it is weaker on an open torus. */
export function rated(board: Board): Style {
  const { across, down } = waysAround(board)
  return across || down ? TORUS : WALLED
}

const WALLED: Style = { steps: 3, openness: 6, draw: { least: 50, eachCell: 0.1 }, areTiesLost: false }
const TORUS: Style = { steps: 10, openness: 4, draw: { least: 100, eachCell: 0.2 }, areTiesLost: true }

/** The weights for a search by `me`. */
export function weightsFor(
  { steps, openness, draw, areTiesLost }: Style,
  { cells }: Board,
  me: Seat,
): Weights {
  return {
    steps,
    openness,
    // Contempt: a brain that is a little behind early on should fight, not ram. With a much higher price it would give
    // way to every opponent that drives at it.
    draw: Math.round(Math.max(draw.least, draw.eachCell * cells)),
    tiesTo: areTiesLost ? otherSeat(me) : undefined,
  }
}
