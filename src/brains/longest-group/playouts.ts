import type { Brain } from '../../game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../../games/longest-group/index.ts'
import { limitsFor } from '../thinking.ts'
import { readField } from './field.ts'
import { searched, type SearchMemory } from './searched.ts'

/**
 * The tree search of `advanced` with a fixed number of playouts a move and without its solver. It is as strong on every machine, as long as
 * the clock leaves it the moment that it needs.
 */
export const playouts = (count: number): Brain<LongestGroupState, LongestGroupMove, SearchMemory> => ({
  name: `playouts-${count}`,
  plays: `searches a Monte Carlo tree of ${count} playouts a move`,
  game: 'longest-group',
  thinks: 'briefly',
  init: () => ({ clock: {}, tree: {} }),
  move(turn) {
    const limits = limitsFor(turn, turn.memory.clock)
    const nodes = Math.min(count, turn.nodeBudget ?? count)
    return searched(turn, readField(turn.view), { ...limits, nodes })
  },
})
