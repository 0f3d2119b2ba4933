import { scoreOf } from '../../games/longest-group/index.ts'
import { compareScores, MARKS } from '../../games/longest-group/rules.ts'
import { measureBits, MOST_BITS, type Lengths } from './bit-lengths.ts'
import { has, type Field, type Stones } from './field.ts'

const lengths: readonly [Lengths, Lengths] = [
  { longest: 0, most: 0, shorter: 0 },
  { longest: 0, most: 0, shorter: 0 },
]

/**
 * The lead on a full board, above zero for seat 0, in cells of the longest group; half a cell if these are equally long.
 * The bonus group of seat 1 is counted. Unless it must be exact, a group with loops is, rarely, taken for shorter than it is.
 */
export function leadOf(stones: Stones, field: Field, isExact: boolean): number {
  if (field.count > MOST_BITS) return leadByRules(stones, field)
  const [first, second] = lengths
  measureBits(stones[0], field, isExact, first)
  measureBits(stones[1], field, isExact, second)
  if (first.longest !== second.longest) return first.longest - second.longest
  const bonus = second.longest > 1 ? 1 : 0
  const difference = first.most - second.most || first.shorter - second.shorter - bonus
  return difference === 0 ? leadByRules(stones, field) : Math.sign(difference) / 2
}

/** The same by the rules themselves, which look at all the shorter groups, too. */
function leadByRules([, second]: Stones, { width, count }: Field): number {
  let board = ''
  for (let cell = 0; cell < count; cell++) board += MARKS[has(second, cell) === 1 ? 1 : 0]
  const position = { config: { width, height: count / width }, board }
  const { lead, reason } = compareScores(scoreOf(position, 0), scoreOf(position, 1))
  return reason === 'longest' ? lead : Math.sign(lead) / 2
}
