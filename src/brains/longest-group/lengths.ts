import { scoreOf } from '../../games/longest-group/index.ts'
import { compareScores, MARKS } from '../../games/longest-group/rules.ts'
import { has, type Field, type Stones } from './field.ts'
import { makeKernel, MOST_BITS, type Kernel } from './kernel.ts'

let kernel: Kernel | undefined

/**
 * The lead on a full board, above zero for seat 0, in cells of the longest group; half a cell if these are equally long.
 * The bonus group of seat 1 is counted.
 */
export function leadOf(stones: Stones, field: Field): number {
  if (field.count > MOST_BITS) return leadByRules(stones, field)
  kernel ??= makeKernel(() => 0)
  kernel.begin(field.width, field.count, 1)
  kernel.stones[0].set(stones[0])
  kernel.stones[1].set(stones[1])
  return kernel.lead() / 2
}

/** The same by the rules themselves, for boards of any size. */
export function leadByRules([, second]: Stones, { width, count }: Field): number {
  let board = ''
  for (let cell = 0; cell < count; cell++) board += MARKS[has(second, cell) === 1 ? 1 : 0]
  const position = { config: { width, height: count / width }, board }
  const { lead, reason } = compareScores(scoreOf(position, 0), scoreOf(position, 1))
  return reason === 'longest' ? lead : Math.sign(lead) / 2
}
