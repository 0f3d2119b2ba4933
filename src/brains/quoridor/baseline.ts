import type { Brain } from '../../game/brain.ts'

/** Any legal move or wall, each as likely as the others. */
export const baseline: Brain = {
  name: 'baseline',
  plays: 'plays any legal step or wall, each as likely as the others',
  game: 'quoridor',
  move: ({ legal, rng }) => rng.pick(legal),
}
