import type { Brain } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { scoreOf, type LongestGroupMove, type LongestGroupState } from '../../games/longest-group/index.ts'
import { play } from '../../games/longest-group/rules.ts'
import { chancesOf } from '../chances.ts'

/** One move ahead: what a stone adds to its own longest group, and what it takes from the other's. */
export const greedy: Brain<LongestGroupState, LongestGroupMove> = {
  name: 'greedy',
  game: 'longest-group',
  thinks: 'long',
  move({ view, seat, legal, rng, remark }) {
    const values = legal.map(
      (move) => OWN * longestWith(view, seat, move) + OTHERS * longestWith(view, otherSeat(seat), move),
    )
    const best = Math.max(...values)
    const move = rng.pick(legal.filter((_, index) => values[index] === best))
    const mine = longestWith(view, seat, move)
    const theirs = scoreOf(view, otherSeat(seat)).length
    remark({
      text: `longest group: ${mine}, the opponent ${theirs}`,
      score: chancesOf(mine - theirs, LEAD_UNIT),
      depth: 1,
    })
    return move
  },
}

/** Growing counts for a little more than stopping the other from growing. */
const [OWN, OTHERS] = [10, 9] as const
/** The unit of chances, in cells that the longest group is longer. */
const LEAD_UNIT = 6

/** The length of a seat's longest group if it had a stone there. */
const longestWith = (state: LongestGroupState, seat: Seat, move: LongestGroupMove): number =>
  scoreOf(play(state, [{ seat, move }]), seat).length
