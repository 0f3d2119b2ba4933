import type { Brain } from '../../game/brain.ts'
import { otherSeat } from '../../game/game.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { chancesOf } from '../chances.ts'
import { createBoard, loadState, wordOf, type Board, type Code } from './board.ts'
import { createEvaluate, VALUE_UNIT, type Evaluate } from './evaluate.ts'
import { livingMoves } from './safe-moves.ts'
import { alone, bestBy } from './wanderer.ts'

interface Mind {
  readonly board: Board
  readonly evaluate: Evaluate
}

/** Looks one move ahead with the evaluation of `advanced`: only cells that it can drive over in one path count. */
export const surveyor: Brain<TronState, TronMove, Mind> = {
  name: 'surveyor',
  plays: 'looks one move ahead, and counts only cells that one path can drive over',
  game: 'tron',
  thinks: 'long',
  init({ view, seat }) {
    const board = loadState(createBoard(view.rules), view)
    return { board, evaluate: createEvaluate(board, seat, () => 0) }
  },
  move({ view, seat, legal, rng, memory: { board, evaluate }, remark }) {
    loadState(board, view)
    const valueOf = (code: Code): number => alone(board, seat, code, () => -evaluate(otherSeat(seat)))
    const best = bestBy(livingMoves(board, seat), valueOf)
    if (best.length === 0) return rng.pick(legal)
    const code = rng.pick(best)
    remark({ score: chancesOf(valueOf(code), VALUE_UNIT * board.cells), depth: 1 })
    return wordOf(board, seat, code)
  },
}
