import type { Brain } from '../../game/brain.ts'
import { advanced } from './advanced.ts'
import { alphabeta2 } from './alphabeta-2.ts'
import { baseline } from './baseline.ts'
import { blocker } from './blocker.ts'
import { learnedSearcher, searcher } from './searcher.ts'
import { walker } from './walker.ts'

export { cheats } from './cheats.ts'

/** From the weakest to the strongest. */
export const brains: readonly Brain[] = [
  baseline,
  walker,
  blocker,
  alphabeta2,
  searcher(200),
  searcher(1600),
  learnedSearcher(4000),
  advanced,
]
