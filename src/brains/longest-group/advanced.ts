import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../../games/longest-group/index.ts'
import { chancesOf } from '../chances.ts'
import { createMeter, limitsFor, type ClockMemory, type Limits } from '../thinking.ts'
import { FEW, solve } from './endgame.ts'
import { readField, type Field } from './field.ts'
import { makeTree, searchTree, type Tree } from './tree.ts'

interface AdvancedMemory {
  readonly clock: ClockMemory
  readonly tree: Tree
}

type Turn = BrainTurn<LongestGroupState, LongestGroupMove, AdvancedMemory>

/** Monte Carlo tree search, and minimax once few cells are left. */
export const advanced: Brain<LongestGroupState, LongestGroupMove, AdvancedMemory> = {
  name: 'advanced',
  plays: 'searches a Monte Carlo tree, and the whole rest of the game once few cells are left',
  game: 'longest-group',
  thinks: 'long',
  init: () => ({ clock: {}, tree: makeTree() }),
  move(turn) {
    const { view, legal, memory } = turn
    const limits = limitsFor(turn, memory.clock)
    const field = readField(view)
    const isNearEnd = field.empty.length <= FEW && turn.timeLeft > SOLVING_MS
    const cell = isNearEnd ? solved(turn, field) : searched(turn, field, limits)
    const move = field.names[cell]
    return move !== undefined && legal.includes(move) ? move : legal[0]
  },
}

/** Solving takes a moment: a very short clock has no time for it. */
const SOLVING_MS = 100
/** Playouts between two readings of the clock. */
const EVERY = 16

function solved({ view, seat, remark }: Turn, field: Field): number {
  const { cell, lead } = solve(view, field)
  const score = Math.sign(seat === 0 ? lead : -lead)
  const result = score === 0 ? 'a draw' : score > 0 ? 'a win' : 'a loss'
  remark({ text: `${result} with best play`, score, depth: field.empty.length })
  return cell
}

function searched({ rng, memory, remark }: Turn, field: Field, limits: Limits): number {
  const { cell, value, playouts, line, favourites } = searchTree(
    memory.tree,
    field,
    createMeter(limits, EVERY),
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
  return cell
}

/** The unit of `chancesOf`: playouts underrate a lead; a position that wins nine tenths of them is all but won. */
const VALUE_UNIT = 0.4
