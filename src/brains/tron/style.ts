import { otherSeat, type Seat } from '../../game/game.ts'
import { waysAround, type Board } from './board.ts'
import type { Openness, Weights } from './kernel.ts'

/** What the evaluation depends on: the weights of the rooms, and the price of a draw, at least and for each cell of the board. */
export interface Style {
  readonly steps: number
  readonly openness: Openness
  readonly draw: { readonly least: number; readonly eachCell: number }
  /** Whether cells that both reach at once count for the rival; else they count for neither. */
  readonly areTiesLost: boolean
  /** Whether the learned network judges the rooms while the cycles can meet: then steps and openness do not count. */
  readonly isLearned: boolean
  /** Whether the search is the quicker one, which the rungs below `advanced` were rated without. */
  readonly isQuick: boolean
}

const WALLED: Style = {
  steps: 3,
  openness: [6, 12, 18, 24, 6],
  draw: { least: 50, eachCell: 0.1 },
  areTiesLost: false,
  isLearned: false,
  isQuick: false,
}
const TORUS: Style = {
  steps: 10,
  openness: [4, 8, 12, 16, 4],
  draw: { least: 100, eachCell: 0.2 },
  areTiesLost: true,
  isLearned: false,
  isQuick: false,
}

/** The style by which the rungs below `advanced` were rated. */
export function rated(board: Board): Style {
  const { across, down } = waysAround(board)
  return across || down ? TORUS : WALLED
}

/** The largest board on which the network was trained. */
const LEARNED_CELLS = 600

/**
 * The style of `advanced`. The network was trained on games in which both move at once and have no boosts. Elsewhere cells in the middle of a
 * room count, those at its edge hardly: found by a fit to games, then by matches.
 */
export const strongest = ({ cells, simultaneous, boosts }: Board): Style => ({
  ...WALLED,
  openness: [0, 2, 10, 24, 0],
  isQuick: true,
  isLearned: simultaneous && cells <= LEARNED_CELLS && boosts.every((count) => count === 0),
})

/** The weights for a search by `me`. */
export function weightsFor(
  { steps, openness, draw, areTiesLost, isLearned, isQuick }: Style,
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
    isLearned,
    isQuick,
    // The rungs take the first of equally long ways, and only `measure` finds the ways in that order.
    isByRows: isQuick,
  }
}
