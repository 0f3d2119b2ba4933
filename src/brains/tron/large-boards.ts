import type { Brain } from '../../game/brain.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'

type TronBrain = Brain<TronState, TronMove>

interface ByBoard {
  /** Plays on boards of up to `SMALL_BOARD` cells; the name and the words are those of this one. */
  readonly small: TronBrain
  /** On larger boards: in so many rounds of a hundred it plays like `better`, else like `usual`; the seed decides which rounds. */
  readonly large: { readonly percent: number; readonly better: TronBrain; readonly usual: TronBrain }
}

/** The cells of the largest board that counts as small. */
export const SMALL_BOARD = 1000

/** The brain of a round, and its memory. */
export interface Chosen {
  readonly brain: TronBrain
  readonly memory: unknown
}

/**
 * A brain that mixes whole rounds on a large board. There a small difference between two brains decides nearly every
 * round, also where they are mixed turn by turn, so the steps of the ladder would be too high.
 */
export const byBoard = ({
  small,
  large: { percent, better, usual },
}: ByBoard): Brain<TronState, TronMove, Chosen> => ({
  ...small,
  init(start) {
    const { width, height } = start.view.rules
    const isSmall = width * height <= SMALL_BOARD
    // A small board draws no number, so brains play there as they did when they were rated.
    const brain = isSmall ? small : start.rng.below(100) < percent ? better : usual
    return { brain, memory: brain.init?.(start) }
  },
  move(turn) {
    const { brain, memory } = turn.memory
    return brain.move({ ...turn, memory })
  },
})
