import { show } from '../base/fields.ts'
import { sameCell, type Cell, type Size } from '../base/grid.ts'
import type { Rng } from '../base/rng.ts'
import type { Brain, BrainStart } from '../game/brain.ts'
import { otherSeat } from '../game/game.ts'
import { tron, type TronMove, type TronState } from '../games/tron/index.ts'
import { getPos, validMoves, type CompassMove } from './board.ts'
import { checkPlan } from './define-brain.ts'

/** What a tron brain knows before the first turn. */
export interface TronStart {
  readonly size: Size
  /** The walls the board had at the start, each once, in reading order. Trails are not among them. */
  readonly walls: readonly Cell[]
  /** Where you are. */
  readonly ppos: Cell
  /** Where your opponent is. */
  readonly opos: Cell
  /** A random generator, seeded so that a repeated round gets the same numbers. */
  readonly rng: Rng
  /** Writes a line for yourself; your opponent never sees it. */
  readonly log: (...words: readonly unknown[]) => void
}

/** What a tron brain knows on its turn. */
export interface TronTurn<State> extends TronStart {
  /** What `init` or the turn before returned. */
  readonly state: State
  /** From 1 for the first turn. */
  readonly number: number
  /** Milliseconds left to answer; Infinity when no clock runs. */
  readonly timeLeft: number
  /** Says where to drive. Call it exactly once. */
  readonly play: (move: CompassMove) => void
}

/** A tron brain as its author writes it: see `defineTronBrain`. */
export interface TronPlan<State> {
  readonly name: string
  /** Called once a round; what it returns is the state of the first turn. */
  init?(start: TronStart): State | Promise<State>
  /** Calls `play` exactly once and returns the state for the next turn; returning nothing keeps the one it has. */
  move(turn: TronTurn<State>): State | void | Promise<State | void>
}

/**
 * A brain for torus tron: it is told the size, the walls and where both cycles are, and says where to drive.
 *
 * ```ts
 * const eastward = defineTronBrain({
 *   name: 'eastward',
 *   move: ({ play }) => play('e'),
 * })
 * ```
 */
export function defineTronBrain<State = undefined>(
  plan: TronPlan<State>,
): Brain<TronState, TronMove, TronMemory<State>> {
  checkPlan(plan)
  return {
    name: plan.name,
    game: tron.id,
    async init(start) {
      checkRules(start.view)
      const walls = wallsOf(start.view)
      const state = (await plan.init?.({ ...whatIsSeen(start), walls })) as State
      return { walls, state }
    },
    async move(turn) {
      const { walls, state } = turn.memory
      const play = (move: CompassMove): void => {
        // Checked here, so that the stack trace shows the author's own line.
        if (!validMoves.includes(move))
          throw new RangeError(`Cannot play ${show(move)}: expected one of ${validMoves.join(' ')}`)
        turn.play(move)
      }
      const { number, timeLeft } = turn
      const next = await plan.move({ ...whatIsSeen(turn), walls, state, number, timeLeft, play })
      if (next !== undefined) turn.memory = { walls, state: next }
    },
  }
}

/** What `defineTronBrain` keeps from turn to turn. */
export interface TronMemory<State> {
  readonly walls: readonly Cell[]
  readonly state: State
}

/** Takes a random move that does not kill at once, or any move if there is none. */
export const randomMoveBot = defineTronBrain<readonly Cell[]>({
  name: 'Random Move Bot',
  init: ({ walls }) => walls,
  move({ size, ppos, opos, state: walls, rng, play }) {
    const deadly = [ppos, opos, ...walls]
    const safe = validMoves.filter((move) => !deadly.some((cell) => sameCell(cell, getPos(move, ppos, size))))
    play(rng.pick(safe.length > 0 ? safe : validMoves))
    return deadly
  },
})

function checkRules({ rules }: TronState): void {
  if (rules.moves !== 'compass')
    throw new Error('a tron brain plays by the compass: use defineBrain(tron, …) for boards with other moves')
}

function whatIsSeen(start: BrainStart<TronState>): Omit<TronStart, 'walls'> {
  const { view, seat, rng } = start
  const { width, height } = view.rules
  const at = ({ x, y }: Cell): Cell => ({ x, y })
  return {
    size: { width, height },
    ppos: at(view.cycles[seat]),
    opos: at(view.cycles[otherSeat(seat)]),
    rng,
    log: (...words) => start.log(...words),
  }
}

const wallsOf = ({ rows }: TronState): readonly Cell[] =>
  rows.flatMap((row, y) => [...row].flatMap((tile, x) => (tile === '#' ? [{ x, y }] : [])))
