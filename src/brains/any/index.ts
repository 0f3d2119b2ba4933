import type { Brain } from '../../game/brain.ts'
import { commonCheats } from '../common-cheats.ts'

/** Any legal move, each as likely as the others. */
const random: Brain = {
  name: 'random',
  move: ({ legal, rng }) => rng.pick(legal),
}

/** The first legal move in the game's own order. */
const first: Brain = {
  name: 'first',
  move: ({ legal }) => legal[0],
}

export const brains: readonly Brain[] = [random, first]

export const cheats: readonly Brain[] = commonCheats(random)
