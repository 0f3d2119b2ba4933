import type { Brain } from '../../game/brain.ts'

/** Any empty cell, each as likely as the others. */
export const baseline: Brain = {
  name: 'baseline',
  game: 'longest-group',
  move: ({ legal, rng }) => rng.pick(legal),
}
