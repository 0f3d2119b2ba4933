import type { Brain } from '../../game/brain.ts'

/** Any legal move or wall, each as likely as the others. */
export const baseline: Brain = {
  name: 'baseline',
  game: 'quoridor',
  move: ({ legal, rng }) => rng.pick(legal),
}
