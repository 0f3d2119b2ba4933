import { must } from '../base/result.ts'
import type { Brain } from '../game/brain.ts'
import { loadBrain } from '../runner/load-brain.ts'

/** One of the built-in brains, to play against: `gamegrid brains` lists them; `random` plays every game. */
export const houseBrain = async (name: string, game: { readonly id: string }): Promise<Brain> =>
  must(await loadBrain({ kind: 'house', name }, game.id))
