import type { Brain } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { FREE, type Board } from './board.ts'
import { hugger } from './hugger.ts'
import { byBoard } from './large-boards.ts'
import { moveBy, walls } from './move-by.ts'

/** Prefers the move with more reachable cells, and then the one with more walls beside it. */
export const wandering: Brain<TronState, TronMove> = {
  name: 'wanderer',
  plays: 'turns to where more cells can be reached; on large boards plays half its rounds as hugger',
  game: 'tron',
  thinks: 'long',
  move: (turn) => moveBy(turn, (board, seat) => 4 * roomOf(board, seat) + walls(board, seat)),
}

export const wanderer = byBoard({
  small: wandering,
  large: { percent: 50, better: wandering, usual: hugger },
})

/** Free cells that can be reached. */
function roomOf({ tiles, next, heads, cells }: Board, seat: Seat): number {
  const seen = new Uint8Array(cells + 1)
  const queue = [heads[seat] as number]
  seen[heads[otherSeat(seat)] as number] = 1
  for (const cell of queue)
    for (let arm = 0; arm < 4; arm++) {
      const to = next[4 * cell + arm] as number
      if (tiles[to] !== FREE || seen[to] === 1) continue
      seen[to] = 1
      queue.push(to)
    }
  return queue.length - 1
}
