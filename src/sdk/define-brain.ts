import { show } from '../base/fields.ts'
import type { Brain, BrainStart, BrainTurn } from '../game/brain.ts'
import type { Game } from '../game/game.ts'

/** A brain as its author writes it: see `defineBrain`. */
export interface BrainPlan<View, Move extends string, Memory> {
  /** The name that players and spectators see. */
  readonly name: string
  /** Called once at the start of each round; what it returns is `turn.memory` of the first turn. */
  init?(start: BrainStart<View>): Memory | Promise<Memory>
  /** Answers by returning a move, or by calling `turn.play` exactly once. */
  move(turn: BrainTurn<View, Move, Memory>): Move | void | Promise<Move | void>
}

/**
 * A brain for one game, with the game's own types: what it sees (`turn.view`), the moves it may answer with
 * (`turn.legal`), and whatever it wants to remember from turn to turn (`turn.memory`).
 *
 * ```ts
 * const corners = defineBrain(ticTacToe, {
 *   name: 'corners',
 *   move: ({ legal }) => legal.find((square) => square.length === 2) ?? legal[0],
 * })
 * ```
 */
export function defineBrain<Config, State, Move extends string, View, Memory = undefined>(
  game: Game<Config, State, Move, View>,
  // `NoInfer`: only the game determines the types, so a wrong move in `plan` is a type error.
  plan: BrainPlan<NoInfer<View>, NoInfer<Move>, Memory>,
): Brain<NoInfer<View>, NoInfer<Move>, NoInfer<Memory>> {
  checkPlan(plan)
  return { ...plan, game: game.id }
}

/** Checks at run time what TypeScript checks for its users. */
export function checkPlan(plan: {
  readonly name: string
  readonly init?: unknown
  readonly move: unknown
}): void {
  const { name, init, move } = plan
  if (typeof name !== 'string' || name.trim() === '')
    throw new TypeError(`Cannot define a brain: its name is ${show(name)}: expected a word`)
  if (typeof move !== 'function')
    throw new TypeError(
      `Cannot define the brain ${show(name)}: its move is ${show(move)}: expected a function`,
    )
  if (init !== undefined && typeof init !== 'function')
    throw new TypeError(
      `Cannot define the brain ${show(name)}: its init is ${show(init)}: expected a function`,
    )
}

/** Whether a value has the shape of a brain. */
export const isBrain = (value: unknown): value is Brain => {
  const { name, move, init } = (value ?? {}) as Partial<Brain>
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    typeof move === 'function' &&
    (init === undefined || typeof init === 'function')
  )
}
