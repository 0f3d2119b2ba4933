import { otherSeat, type Seat } from '../../game/game.ts'
import { waysAround, type Board } from './board.ts'
import { createMeasure, type Room } from './chambers.ts'
import { createSpread } from './territory.ts'

/** The value of a won round; a win `n` plies later is worth `n` less. */
export const WON = 1_000_000
/** Values beyond it are ends that the search has proven. */
export const PROVEN_WIN = WON - 100_000

/** The unit of `chancesOf`, in points of the evaluation for each cell of the board. */
export const VALUE_UNIT = 2.5

/** The static value of a position for the seat to move, from the room that each cycle has. */
export type Evaluate = (seat: Seat) => number

const WEIGHTS = { apart: 25, decided: 200, spareTurns: 1 }

/** What depends on the board: the weights of the rooms, and the price of a draw, at least and for each cell. */
interface Style {
  readonly steps: number
  readonly openness: number
  readonly draw: { readonly least: number; readonly eachCell: number }
}

/** Found by measuring: on an open torus the weights for boards with walls won less. */
const STYLES: Readonly<Record<'walled' | 'torus', Style>> = {
  walled: { steps: 3, openness: 6, draw: { least: 50, eachCell: 0.1 } },
  torus: { steps: 10, openness: 4, draw: { least: 100, eachCell: 0.2 } },
}

export function styleOf(board: Board): Style {
  const { across, down } = waysAround(board)
  return across || down ? STYLES.torus : STYLES.walled
}

/** Makes the evaluation for a search by `me`. On an open torus, cells that both reach at once count for the rival. */
export function createEvaluate(board: Board, me: Seat, drawn: (seat: Seat) => number): Evaluate {
  const style = styleOf(board)
  // Found by measuring: on an open torus this wins more games, between the walls of 10×10 it only drew more.
  const spread = style === STYLES.torus ? createSpread(board, otherSeat(me)) : createSpread(board)
  const territory = spread(0, 0)
  const measure = createMeasure(board, territory.distance)
  const rooms = [emptyRoom(), emptyRoom()] as const

  return (seat) => {
    const rival = otherSeat(seat)
    const { owner, contact } = spread(seat, WEIGHTS.spareTurns)
    const mine = rooms[seat]
    const theirs = rooms[rival]
    measure(owner, seat + 1, rival + 1, board.heads[seat] as number, mine)
    measure(owner, rival + 1, seat + 1, board.heads[rival] as number, theirs)
    const steps = mine.steps - theirs.steps
    if (contact) return style.steps * steps + style.openness * (mine.openness - theirs.openness)
    // Where players move by turns and have equal room, the seat to move is stuck first.
    if (steps === 0 && board.simultaneous) return drawn(seat)
    return WEIGHTS.apart * steps + (steps > 0 ? WEIGHTS.decided : -WEIGHTS.decided)
  }
}

const emptyRoom = (): Room => ({ steps: 0, openness: 0, isFront: false })
