import type { Brain } from '../../game/brain.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { chosen, drawn, moveAsChosen, type Chosen, type RoundMixture } from '../mixed.ts'

interface ByBoard {
  /** Plays on boards of up to `SMALL_BOARD` cells; the name and the words are those of this one. */
  readonly small: Brain<TronState, TronMove>
  /** Plays on larger boards. */
  readonly large: RoundMixture<TronState, TronMove>
}

/** The cells of the largest board that counts as small. */
export const SMALL_BOARD = 1000

/**
 * A brain that mixes whole rounds on a large board. There a small difference between two brains decides nearly every
 * round, also where they are mixed turn by turn, so the steps of the ladder would be too high.
 */
export const byBoard = ({
  small,
  large,
}: ByBoard): Brain<TronState, TronMove, Chosen<TronState, TronMove>> => ({
  ...small,
  init(start) {
    const { width, height } = start.view.rules
    // A small board draws no number, so brains play there as they did when they were rated.
    return width * height <= SMALL_BOARD ? chosen(small, start) : drawn(large, start)
  },
  move: moveAsChosen,
})
