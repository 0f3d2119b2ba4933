import type { Brain } from '../../game/brain.ts'
import { advanced } from './advanced.ts'
import { baseline } from './baseline.ts'
import { builder, greedy, opportunist, sometimesBuilder } from './greedy.ts'
import { playouts } from './playouts.ts'

export { cheats } from './cheats.ts'

/** From the weakest to the strongest. */
export const brains: readonly Brain[] = [
  baseline,
  sometimesBuilder,
  builder,
  opportunist,
  greedy,
  playouts(200),
  playouts(280),
  playouts(400),
  playouts(560),
  playouts(800),
  playouts(1600),
  advanced,
]
