import { deriveSeed, seededRng } from '../base/rng.ts'
import type { Brain, BrainTurn } from '../game/brain.ts'
import type { AnyGame, Seat, SeatMove } from '../game/game.ts'
import { readRemark, type Remark } from '../game/remark.ts'

/** What limits the brain: it has no clock to read, so the same limits give the same answer on every machine. */
export type AskLimits = Pick<BrainTurn, 'timeLeft' | 'nodeBudget'>

/** Asks a brain for its move in a position that it has never seen, and for its remark on it. The brain must answer at once, as house brains do. */
export function askBrain(
  game: AnyGame,
  state: unknown,
  brain: Brain,
  seat: Seat,
  limits: AskLimits,
): SeatMove & { readonly remark: Remark | undefined } {
  const start = {
    seat,
    view: game.view(state, seat),
    rng: seededRng(deriveSeed(0, 'seat', seat)),
    log: () => {},
    playUnasked: () => {},
  }
  let remark: Remark | undefined
  const move = brain.move({
    ...start,
    ...limits,
    memory: brain.init?.(start),
    number: 1,
    legal: game.legalMoves(state, seat),
    play: () => {},
    remark: (said) => (remark = readRemark(said)),
    resign: () => {},
    flip: () => {},
  })
  if (typeof move !== 'string')
    throw new Error(`${brain.name} must answer at once to judge positions of ${game.id}`)
  return { seat, move, remark }
}
