import { otherSeat, type Seat } from '../../game/game.ts'
import { waysAround, type Board } from './board.ts'
import type { Weights } from './kernel.ts'

/** What the evaluation depends on, by board: the weights of the rooms, and the price of a draw, at least and for each cell. */
interface Style {
  readonly steps: number
  readonly openness: number
  readonly draw: { readonly least: number; readonly eachCell: number }
  /** Whether cells that both reach at once count for the rival; else they count for neither. */
  readonly areTiesLost: boolean
}

/** Found by measuring: on an open torus the weights for boards with walls won less, and between the walls of 10×10 lost ties drew more. */
const STYLES: Readonly<Record<'walled' | 'torus', Style>> = {
  walled: { steps: 3, openness: 6, draw: { least: 50, eachCell: 0.1 }, areTiesLost: false },
  torus: { steps: 10, openness: 4, draw: { least: 100, eachCell: 0.2 }, areTiesLost: true },
}

/** The weights for a search by `me`. */
export function weightsFor(board: Board, me: Seat): Weights {
  const { across, down } = waysAround(board)
  const { steps, openness, draw, areTiesLost } = across || down ? STYLES.torus : STYLES.walled
  return {
    steps,
    openness,
    // Contempt: a brain that is a little behind early on should fight, not ram. With a much higher price it would give
    // way to every opponent that drives at it.
    draw: Math.round(Math.max(draw.least, draw.eachCell * board.cells)),
    tiesTo: areTiesLost ? otherSeat(me) : undefined,
  }
}
