import type { Brain } from '../../game/brain.ts'
import { commonCheats } from '../common-cheats.ts'

/** Any legal move, each as likely as the others. */
const random: Brain = {
  name: 'random',
  plays: 'plays any legal move, each as likely as the others',
  move: ({ legal, rng }) => rng.pick(legal),
}

/** The first legal move in the game's own order. */
const first: Brain = {
  name: 'first',
  plays: 'plays the first legal move in the order of the game',
  move: ({ legal }) => legal[0],
}

export const brains: readonly Brain[] = [random, first]

export const cheats: readonly Brain[] = commonCheats(random)
