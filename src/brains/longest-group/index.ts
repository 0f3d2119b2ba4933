import type { Brain } from '../../game/brain.ts'
import { advanced } from './advanced.ts'
import { baseline } from './baseline.ts'
import { greedy } from './greedy.ts'

export { cheats } from './cheats.ts'

/** From the weakest to the strongest. */
export const brains: readonly Brain[] = [baseline, greedy, advanced]
