import type { Brain } from '../../game/brain.ts'
import { advanced } from './advanced.ts'
import { baseline } from './baseline.ts'
import { glancer } from './glancer.ts'
import { hugger } from './hugger.ts'
import { searcher } from './searcher.ts'
import { voronoi } from './voronoi.ts'
import { wanderer } from './wanderer.ts'

export { cheats } from './cheats.ts'

/** From the weakest to the strongest; all play every rule set. */
export const brains: readonly Brain[] = [
  baseline,
  hugger,
  wanderer,
  glancer,
  voronoi,
  searcher({ positions: 25, onLargeBoard: 30 }),
  searcher({ positions: 120, cells: 26_000, onLargeBoard: 58 }),
  advanced,
]
