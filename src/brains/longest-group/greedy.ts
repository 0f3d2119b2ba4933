import type { Brain } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { scoreOf, type LongestGroupMove, type LongestGroupState } from '../../games/longest-group/index.ts'
import { play } from '../../games/longest-group/rules.ts'
import { chancesOf } from '../chances.ts'

/** Looks one move ahead: the gain of its own longest group, and the loss of the opponent's. */
export const greedy: Brain<LongestGroupState, LongestGroupMove> = {
  name: 'greedy',
  plays: 'looks one move ahead: its own longest group longer, the other one shorter',
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

/** The own gain counts a little more than the opponent's loss. */
const [OWN, OTHERS] = [10, 9] as const
/** The unit of `chancesOf`, in cells of the longest group. */
const LEAD_UNIT = 6

/** The length of a seat's longest group if it had a stone there. */
const longestWith = (state: LongestGroupState, seat: Seat, move: LongestGroupMove): number =>
  scoreOf(play(state, [{ seat, move }]), seat).length
