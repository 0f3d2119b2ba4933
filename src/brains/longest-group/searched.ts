import type { BrainTurn } from '../../game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../../games/longest-group/index.ts'
import { chancesOf } from '../chances.ts'
import { createMeter, type ClockMemory, type Limits } from '../thinking.ts'
import type { Field } from './field.ts'
import { searchTree, type Tree } from './tree.ts'

export interface SearchMemory {
  readonly clock: ClockMemory
  readonly tree: Tree
}

export type SearchTurn = BrainTurn<LongestGroupState, LongestGroupMove, SearchMemory>

/** The move that the tree search finds within limits; it says in a remark what it saw. */
export function searched(
  { rng, memory, remark, legal }: SearchTurn,
  field: Field,
  limits: Limits,
): LongestGroupMove | undefined {
  const meter = createMeter(limits, EVERY)
  const { cell, value, playouts, line, favourites } = searchTree(
    memory.tree,
    field,
    meter,
    rng.below(2 ** 31),
  )
  remark({
    score: chancesOf(value - 0.5, VALUE_UNIT),
    depth: line.length,
    nodes: playouts,
    line: line.flatMap((each) => field.names[each] ?? []),
    marks: favourites.flatMap((each) => {
      const name = field.names[each.cell]
      return name === undefined ? [] : [{ cell: name, label: `${Math.round(100 * each.value)}%` }]
    }),
  })
  return field.names[cell] ?? legal[0]
}

/** Playouts between two readings of the clock. */
const EVERY = 32
/** The unit of `chancesOf`: playouts underrate a lead; a position that wins nine tenths of them is all but won. */
const VALUE_UNIT = 0.4
