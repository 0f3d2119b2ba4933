import type { Brain } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { scoreOf, type LongestGroupMove, type LongestGroupState } from '../../games/longest-group/index.ts'
import { play } from '../../games/longest-group/rules.ts'
import { chancesOf } from '../chances.ts'
import { mixed } from '../mixed.ts'
import { baseline } from './baseline.ts'

/** Looks one move ahead: the gain of its own longest group, and the loss of the opponent's. */
export const greedy = lookingAhead(
  'greedy',
  'looks one move ahead: its own longest group longer, the other one shorter',
  // The own gain counts a little more than the opponent's loss.
  { own: 10, others: 9 },
)

/** Looks one move ahead, and only at its own longest group. */
export const builder = lookingAhead(
  'builder',
  'looks one move ahead: its own longest group longer, without a look at the other',
  { own: 1, others: 0 },
)

/** Between `baseline` and `builder`. */
export const sometimesBuilder = mixed({
  name: 'sometimes-builder',
  plays: 'makes its own longest group longer on one turn of three, else plays on any empty cell',
  percent: 35,
  better: builder,
  usual: baseline,
})

/** Between `builder` and `greedy`. */
export const opportunist = mixed({
  name: 'opportunist',
  plays: 'makes its own longest group longer, and on two turns of five looks at the other one, too',
  percent: 40,
  better: greedy,
  usual: builder,
})

interface Weights {
  readonly own: number
  readonly others: number
}

function lookingAhead(
  name: string,
  plays: string,
  { own, others }: Weights,
): Brain<LongestGroupState, LongestGroupMove> {
  return {
    name,
    plays,
    game: 'longest-group',
    thinks: 'long',
    move({ view, seat, legal, rng, remark }) {
      const values = legal.map(
        (move) =>
          own * longestWith(view, seat, move) +
          (others === 0 ? 0 : others * longestWith(view, otherSeat(seat), move)),
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
}

/** The unit of `chancesOf`, in cells of the longest group. */
const LEAD_UNIT = 6

/** The length of a seat's longest group if it had a stone there. */
const longestWith = (state: LongestGroupState, seat: Seat, move: LongestGroupMove): number =>
  scoreOf(play(state, [{ seat, move }]), seat).length
