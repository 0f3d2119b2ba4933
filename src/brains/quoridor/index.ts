import type { Brain } from '../../game/brain.ts'
import { advanced } from './advanced.ts'
import { alphabeta2 } from './alphabeta-2.ts'
import { baseline } from './baseline.ts'
import { walker } from './walker.ts'

export { cheats } from './cheats.ts'

/** From the weakest to the strongest. */
export const brains: readonly Brain[] = [baseline, walker, alphabeta2, advanced]
