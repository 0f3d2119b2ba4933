import type { Seat } from '../../game/game.ts'
import type { TronMove } from '../../games/tron/index.ts'
import type { Meter } from '../thinking.ts'
import { wordOf, type Board, type Code } from './board.ts'
import type { Kernel } from './kernel.ts'

/** The value of a won round; a win `n` turns later is worth `n` less. */
export const WON = 1_000_000
/** Values beyond it are ends that the search has proven. */
export const PROVEN_WIN = WON - 100_000

export interface SearchResult {
  readonly move: Code
  readonly value: number
  /** Plies that were searched completely; 0 if not even the first iteration was. */
  readonly depth: number
  readonly nodes: number
  /** The principal variation, the move first. */
  readonly line: readonly TronMove[]
}

/** The best move while the cycles can meet. */
export function search(kernel: Kernel, board: Board, meter: Meter): SearchResult {
  const move = kernel.search(meter)
  const [value = 0, depth = 0, nodes = 0, length = 0] = kernel.found
  const facing = board.facing.slice()
  const line = Array.from(kernel.line.subarray(0, length), (each) => {
    const seat: Seat = each >> 4 === 0 ? 0 : 1
    const word = wordOf(board, seat, each & 15, facing[seat])
    facing[seat] = each & 3
    return word
  })
  return { move, value, depth, nodes, line }
}
