import type { Brain } from '../../game/brain.ts'
import { baseline } from './baseline.ts'
import { minimax } from './minimax.ts'
import { perfect } from './perfect.ts'

export { cheats } from './cheats.ts'

/** From the weakest to the strongest. */
export const brains: readonly Brain[] = [baseline, minimax, perfect]
