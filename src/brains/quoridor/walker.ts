import type { Brain } from '../../game/brain.ts'
import {
  shortestPathLength,
  quoridor,
  type QuoridorMove,
  type QuoridorState,
} from '../../games/quoridor/index.ts'

/** Walks a shortest way, jumping where that helps, and never puts up a wall. */
export const walker: Brain<QuoridorState, QuoridorMove> = {
  name: 'walker',
  game: 'quoridor',
  move({ view, seat, legal, rng }) {
    const steps = legal.filter((move) => move.length === 2)
    const lengths = steps.map((move) => shortestPathLength(quoridor.play(view, [{ seat, move }]), seat))
    const shortest = Math.min(...lengths)
    return rng.pick(steps.filter((_, index) => lengths[index] === shortest))
  },
}
