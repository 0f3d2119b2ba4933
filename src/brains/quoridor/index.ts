import type { Brain } from '../../game/brain.ts'
import { advanced } from './advanced.ts'
import { alphabeta2 } from './alphabeta-2.ts'
import { baseline } from './baseline.ts'
import { blocker } from './blocker.ts'
import { learnedSearcher, searcher } from './searcher.ts'
import { sometimesWalker } from './sometimes-walker.ts'
import { walker } from './walker.ts'

export { cheats } from './cheats.ts'

/** From the weakest to the strongest. */
export const brains: readonly Brain[] = [
  baseline,
  sometimesWalker,
  walker,
  blocker,
  alphabeta2,
  searcher(200),
  searcher(4000),
  learnedSearcher(4000),
  advanced,
]
