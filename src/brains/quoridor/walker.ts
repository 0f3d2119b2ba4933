import type { Brain } from '../../game/brain.ts'
import { otherSeat } from '../../game/game.ts'
import {
  shortestPathLength,
  quoridor,
  type QuoridorMove,
  type QuoridorState,
} from '../../games/quoridor/index.ts'
import { chancesOf } from '../chances.ts'

/** The unit of `chancesOf`, in steps. */
const LEAD_UNIT = 3.5

/** Walks a shortest path, with jumps where they help, and never puts up a wall. */
export const walker: Brain<QuoridorState, QuoridorMove> = {
  name: 'walker',
  plays: 'walks a shortest path, jumps where that helps, and never puts up a wall',
  game: 'quoridor',
  move({ view, seat, legal, rng, remark }) {
    const steps = legal.filter((move) => move.length === 2)
    const lengths = steps.map((move) => shortestPathLength(quoridor.play(view, [{ seat, move }]), seat))
    const shortest = Math.min(...lengths)
    const theirs = shortestPathLength(view, otherSeat(seat))
    const lead = theirs - shortest - 1
    remark({
      text: `steps to go: ${shortest + 1}, the opponent ${theirs}`,
      score: chancesOf(lead, LEAD_UNIT),
      depth: 1,
    })
    return rng.pick(steps.filter((_, index) => lengths[index] === shortest))
  },
}
