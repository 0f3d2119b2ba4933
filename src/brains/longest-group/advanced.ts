import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../../games/longest-group/index.ts'
import { limitsFor, type ClockMemory, type Limits } from '../thinking.ts'
import { FEW, solve } from './endgame.ts'
import { readField, type Field } from './field.ts'
import { makeTree, searchTree, type Tree } from './tree.ts'

interface AdvancedMemory {
  readonly clock: ClockMemory
  readonly tree: Tree
}

type Turn = BrainTurn<LongestGroupState, LongestGroupMove, AdvancedMemory>

/** Plays the rest of the game at random many times, and looks closer at what wins. */
export const advanced: Brain<LongestGroupState, LongestGroupMove, AdvancedMemory> = {
  name: 'advanced',
  game: 'longest-group',
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

/** Trying everything takes a moment, which a very short clock does not have. */
const SOLVING_MS = 100

function solved({ view, seat, log }: Turn, field: Field): number {
  const { cell, lead } = solve(view, field)
  log(lead === 0 ? 'a draw' : lead > 0 === (seat === 0) ? 'won' : 'lost')
  return cell
}

function searched({ rng, memory, log }: Turn, field: Field, limits: Limits): number {
  const { cell, value, playouts } = searchTree(memory.tree, field, limits, rng.below(2 ** 31))
  log(`${playouts} playouts, ${Math.round(100 * value)} %`)
  return cell
}
