import type { Brain } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { chancesOf } from '../chances.ts'
import { BOOST, createBoard, loadState, wordOf, type Board, type Code } from './board.ts'
import { alone, bestBy, walls } from './move-by.ts'
import { livingMoves } from './safe-moves.ts'
import { createSpread, type Spread, type Territory } from './territory.ts'

/** The price of a boost, and of the risk of a head-on crash, in cells of territory. */
const BOOST_PRICE = 40
const CRASH_PRICE = 20

interface Mind {
  readonly board: Board
  readonly spread: Spread
}

/** Looks one move ahead for the largest territory: the cells it reaches before the other. */
export const voronoi: Brain<TronState, TronMove, Mind> = {
  name: 'voronoi',
  plays: 'looks one move ahead for the most cells that it reaches before the other',
  game: 'tron',
  thinks: 'long',
  init({ view }) {
    const board = createBoard(view.rules)
    return { board, spread: createSpread(board) }
  },
  move({ view, seat, legal, rng, memory, remark }) {
    const board = loadState(memory.board, view)
    const best = largestTerritory(memory, seat, true)
    if (best.length === 0) return rng.pick(legal)
    const code = rng.pick(best)
    remark({ score: chancesOf(leadAfter(memory, seat, code), LEAD_UNIT * board.cells), depth: 1 })
    return wordOf(board, seat, code)
  },
}

/** The living moves with the best territory after them. */
export const largestTerritory = (mind: Mind, seat: Seat, boosts: boolean): readonly Code[] =>
  bestBy(livingMoves(mind.board, seat, boosts), (code) =>
    alone(
      mind.board,
      seat,
      code,
      () =>
        4 * (lead(mind.spread(otherSeat(seat)), seat) - price(mind.board, seat, code)) +
        walls(mind.board, seat),
    ),
  )

const leadAfter = ({ board, spread }: Mind, seat: Seat, code: Code): number =>
  alone(board, seat, code, () => lead(spread(otherSeat(seat)), seat))

/** The unit of `chancesOf`: a lead of this part of the board. */
const LEAD_UNIT = 0.2

const price = (board: Board, seat: Seat, code: Code): number =>
  (code >= BOOST ? BOOST_PRICE : 0) + (board.simultaneous && isBesideRival(board, seat) ? CRASH_PRICE : 0)

const isBesideRival = ({ next, heads }: Board, seat: Seat): boolean =>
  [0, 1, 2, 3].some((arm) => next[4 * (heads[seat] as number) + arm] === heads[otherSeat(seat)])

/** By how many cells this seat has more. */
function lead({ owner }: Territory, seat: Seat): number {
  let more = 0
  for (const whose of owner) {
    if (whose === seat + 1) more++
    else if (whose === otherSeat(seat) + 1) more--
  }
  return more
}
