import { isInside, type Cell } from '../base/grid.ts'
import { otherSeat } from '../game/game.ts'
import type { LongestGroupState } from '../games/longest-group/index.ts'
import { cellKey, readCell } from './cells.ts'
import type { Misbelief } from './finding.ts'
import type { Observation } from './observation.ts'

/** How a bot that believes something wrong turns what is written into its own picture of the board. */
interface Picture {
  readonly belief: Misbelief
  /** The logarithm of how much rarer it is than the others. */
  readonly prior?: number
  readonly own: (cell: Cell) => Cell | undefined
  /** `index` counts the opponent's moves from 0, `count` is how many it has made. */
  readonly other: (cell: Cell, index: number, count: number) => Cell | undefined
}

const same = (cell: Cell): Cell => cell
const swap = ({ x, y }: Cell): Cell => ({ x: y, y: x })
const less = ({ x, y }: Cell): Cell => ({ x: x - 1, y: y - 1 })
const never = (): undefined => undefined

const PICTURES: readonly Picture[] = [
  // Seen in a mirror, it is the other's cells that are swapped: nobody can tell writing from reading here.
  { belief: 'swapped', own: swap, other: same },
  { belief: 'one-based-writing', own: less, other: same },
  { belief: 'one-based-reading', own: same, other: less, prior: -2 },
  {
    belief: 'misses-last-move',
    own: same,
    other: (cell, index, count) => (index < count - 1 ? cell : undefined),
  },
  { belief: 'misses-first-move', own: same, other: (cell, index) => (index > 0 ? cell : undefined) },
  { belief: 'forgets-own-moves', own: never, other: same },
  { belief: 'ignores-opponent', own: same, other: never },
]

/**
 * The mistake that explains every move of a bot best, the illegal ones too. Each move is taken for a free choice among
 * the cells that are free in its picture, so of two pictures that explain everything the fuller one is likelier.
 */
export function explainStones(rounds: readonly Observation[]): Misbelief | undefined {
  let best: Misbelief | undefined
  let bestChance = -Infinity
  for (const picture of PICTURES) {
    const chance = rounds.reduce((sum, round) => sum + chanceOf(picture, round), picture.prior ?? 0)
    if (chance > bestChance) [bestChance, best] = [chance, picture.belief]
  }
  return best
}

/** The logarithm of the chance of the moves of a round; minus infinity if they do not fit. */
function chanceOf(picture: Picture, { game, trial, turns, fault, first }: Observation): number {
  if (game.id !== 'longest-group') return -Infinity
  const { seat } = trial
  const size = (first as LongestGroupState).config
  const own: Cell[] = []
  const other: Cell[] = []
  let chance = 0

  function choose(cell: Cell): void {
    const taken = new Set<string>()
    for (const one of own) addCell(taken, picture.own(one))
    other.forEach((one, index) => addCell(taken, picture.other(one, index, other.length)))
    // A bot that forgets its moves still means what it writes.
    const meant = picture.own(cell) ?? cell
    const fits = isInside(meant, size) && !taken.has(cellKey(meant))
    chance += fits ? -Math.log(size.width * size.height - taken.size) : -Infinity
    own.push(cell)
  }

  for (const turn of turns) {
    const mine = readCell(turn[seat] ?? '')
    const theirs = readCell(turn[otherSeat(seat)] ?? '')
    if (mine) choose(mine)
    if (theirs) other.push(theirs)
  }
  const illegal = fault?.kind === 'illegal' ? readCell(fault.text ?? '') : undefined
  if (illegal) choose(illegal)
  return chance
}

function addCell(taken: Set<string>, cell: Cell | undefined): void {
  if (cell) taken.add(cellKey(cell))
}
