import type { Brain } from '../../game/brain.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { cheater } from '../cheater.ts'
import { commonCheats } from '../common-cheats.ts'
import { BOOST, createBoard, loadState, wordOf } from './board.ts'
import { livingMoves } from './safe-moves.ts'
import { wandering } from './wanderer.ts'

/** Uses up its boosts and then asks for one more. Driving into a wall is legal, so this is the only illegal move. */
const illegal = cheater<TronState, TronMove>({
  name: 'cheat-illegal',
  plays: 'uses up its boosts and then asks for one more',
  game: 'tron',
  honest: wandering,
  cheat({ view, seat, legal, rng }) {
    if (view.cycles[seat].boosts === 0) return `${rng.pick(legal)}+boost`
    const board = loadState(createBoard(view.rules), view)
    const boosting = livingMoves(board, seat, true).filter((code) => code >= BOOST)
    return boosting.length === 0 ? undefined : wordOf(board, seat, rng.pick(boosting))
  },
})

export const cheats: readonly Brain[] = [illegal, ...commonCheats(wandering)]
