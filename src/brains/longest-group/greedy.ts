import type { Brain } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { scoreOf, type LongestGroupMove, type LongestGroupState } from '../../games/longest-group/index.ts'
import { play } from '../../games/longest-group/rules.ts'

/** One move ahead: what a stone adds to its own longest group, and what it takes from the other's. */
export const greedy: Brain<LongestGroupState, LongestGroupMove> = {
  name: 'greedy',
  game: 'longest-group',
  move({ view, seat, legal, rng }) {
    const values = legal.map(
      (move) => OWN * longestWith(view, seat, move) + OTHERS * longestWith(view, otherSeat(seat), move),
    )
    const best = Math.max(...values)
    return rng.pick(legal.filter((_, index) => values[index] === best))
  },
}

/** Growing counts for a little more than stopping the other from growing. */
const [OWN, OTHERS] = [10, 9] as const

/** The length of a seat's longest group if it had a stone there. */
const longestWith = (state: LongestGroupState, seat: Seat, move: LongestGroupMove): number =>
  scoreOf(play(state, [{ seat, move }]), seat).length
