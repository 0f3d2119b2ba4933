import type { Brain } from '../../game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../../games/longest-group/index.ts'
import { limitsFor } from '../thinking.ts'
import { FEW, solve } from './endgame.ts'
import { readField, type Field } from './field.ts'
import { searched, type SearchMemory, type SearchTurn } from './searched.ts'

/** Monte Carlo tree search, and minimax once few cells are left. */
export const advanced: Brain<LongestGroupState, LongestGroupMove, SearchMemory> = {
  name: 'advanced',
  plays: 'searches a Monte Carlo tree, and the whole rest of the game once few cells are left',
  game: 'longest-group',
  thinks: 'long',
  init: () => ({ clock: {}, tree: {} }),
  move(turn) {
    const limits = limitsFor(turn, turn.memory.clock, SLOW_RATE)
    const field = readField(turn.view)
    const isNearEnd = field.empty.length <= FEW && turn.timeLeft > SOLVING_MS
    return isNearEnd ? solved(turn, field) : searched(turn, field, limits)
  },
}

/** Playouts in a millisecond, assumed where there is no clock to read. */
const SLOW_RATE = 50
/** Solving takes a moment: a very short clock has no time for it. */
const SOLVING_MS = 100

function solved({ seat, remark, legal }: SearchTurn, field: Field): LongestGroupMove | undefined {
  const { cell, lead } = solve(field)
  const score = Math.sign(seat === 0 ? lead : -lead)
  const result = score === 0 ? 'a draw' : score > 0 ? 'a win' : 'a loss'
  remark({ text: `${result} with best play`, score, depth: field.empty.length })
  return field.names[cell] ?? legal[0]
}
