import type { Brain, BrainStart, BrainTurn } from '../game/brain.ts'

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

/** Two brains, one of which plays the whole round. */
export interface RoundMixture<S, M extends string> {
  /** In so many rounds of a hundred it plays like `better`, else like `usual`; the seed decides which rounds. */
  readonly percent: number
  readonly better: Brain<S, M>
  readonly usual: Brain<S, M>
}

/** The brain of a round, and its memory. */
export interface Chosen<S, M extends string> {
  readonly brain: Brain<S, M>
  readonly memory: unknown
}

export const chosen = <S, M extends string>(brain: Brain<S, M>, start: BrainStart<S>): Chosen<S, M> => ({
  brain,
  memory: brain.init?.(start),
})

/** Draws the brain of a round. */
export const drawn = <S, M extends string>(
  { percent, better, usual }: RoundMixture<S, M>,
  start: BrainStart<S>,
): Chosen<S, M> => chosen(start.rng.below(100) < percent ? better : usual, start)

/** The move of the brain that was chosen for the round. */
export function moveAsChosen<S, M extends string>(turn: BrainTurn<S, M, Chosen<S, M>>) {
  const { brain, memory } = turn.memory
  return brain.move({ ...turn, memory })
}

/**
 * A brain that plays whole rounds as one of two others. Where the better of the two wins nearly every round, also if it plays only a part of
 * its turns so, a mixture of turns is no step between them, but a mixture of rounds is.
 */
export const mixedRounds = <S, M extends string>({
  name,
  plays,
  ...mixture
}: RoundMixture<S, M> & Pick<Mixture<S, M, unknown>, 'name' | 'plays'>): Brain<S, M, Chosen<S, M>> => ({
  name,
  plays,
  ...(mixture.better.game !== undefined && { game: mixture.better.game }),
  ...(mixture.better.thinks !== undefined && { thinks: mixture.better.thinks }),
  init: (start) => drawn(mixture, start),
  move: moveAsChosen,
})
