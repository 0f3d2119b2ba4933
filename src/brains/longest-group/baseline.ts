import type { Brain } from '../../game/brain.ts'

/** Any empty cell, each as likely as the others. */
export const baseline: Brain = {
  name: 'baseline',
  plays: 'plays on any empty cell, each as likely as the others',
  game: 'longest-group',
  move: ({ legal, rng }) => rng.pick(legal),
}
