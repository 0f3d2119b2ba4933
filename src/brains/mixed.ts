import type { Brain } from '../game/brain.ts'

interface Mixture<S, M extends string, Memory> {
  readonly name: string
  readonly plays: string
  /** In so many turns of a hundred it plays like `better`, else like `usual`; the seed decides which turns. */
  readonly percent: number
  /** The memory is that of this one. */
  readonly better: Brain<S, M, Memory>
  readonly usual: Brain<S, M>
}

/** A brain between two others: a step of a ladder that would be too high. */
export const mixed = <S, M extends string, Memory>({
  name,
  plays,
  percent,
  better,
  usual,
}: Mixture<S, M, Memory>): Brain<S, M, Memory> => ({
  name,
  plays,
  ...(better.game !== undefined && { game: better.game }),
  thinks: better.thinks ?? 'long',
  ...(better.init !== undefined && { init: better.init.bind(better) }),
  move: (turn) => (turn.rng.below(100) < percent ? better : usual).move(turn),
})
