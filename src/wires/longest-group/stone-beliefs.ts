import { isInside, type Cell } from '../../base/grid.ts'
import { otherSeat } from '../../game/game.ts'
import type { LongestGroupState } from '../../games/longest-group/index.ts'
import type { Misbelief, WatchedRound } from '../../protocols/wire-doctor.ts'
import { cellKey, readCell } from './cells.ts'

/** A mistake, as the cells that a bot with it would mark on its own board. */
interface Picture {
  readonly belief: string
  readonly believing: string
  readonly fix: string
  /** Its log prior relative to the other mistakes. */
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
  // Swapping one's own moves and swapping the opponent's give mirrored boards: the two cannot be told apart.
  {
    belief: 'swapped',
    believing:
      "has x and y in the wrong order, either when it writes its own moves or when it reads the opponent's",
    fix: 'Write and read the column first, then the row: x y',
    own: swap,
    other: same,
  },
  {
    belief: 'one-based-writing',
    believing: 'writes coordinates that count from 1',
    fix: 'Count from 0: the first cell is 0 0',
    own: less,
    other: same,
  },
  {
    belief: 'one-based-reading',
    believing: "takes the opponent's coordinates to count from 1",
    fix: 'Take them as they are: the first cell is 0 0',
    own: same,
    other: less,
    prior: -2,
  },
  {
    belief: 'misses-last-move',
    believing: "does not know the opponent's last move",
    fix: "Read and mark the opponent's move before you choose yours",
    own: same,
    other: (cell, index, count) => (index < count - 1 ? cell : undefined),
  },
  {
    belief: 'misses-first-move',
    believing: "does not know the opponent's first move",
    fix: "As player 1, read the opponent's first move after your number",
    own: same,
    other: (cell, index) => (index > 0 ? cell : undefined),
  },
  {
    belief: 'forgets-own-moves',
    believing: 'does not remember its own moves',
    fix: 'Mark your own moves on your board, too: the host does not repeat them',
    own: never,
    other: same,
  },
  {
    belief: 'ignores-opponent',
    believing: "does not mark the opponent's moves",
    fix: 'Mark every move you read on your board',
    own: same,
    other: never,
  },
]

/**
 * The mistake with the highest likelihood, given all moves of a bot, the illegal ones too. A move is a uniform choice among
 * the cells that are free in the bot's picture, so a picture with fewer free cells is more likely if it explains all moves.
 */
export function explainStones(rounds: readonly WatchedRound<LongestGroupState>[]): Misbelief | undefined {
  let best: Picture | undefined
  let bestChance = -Infinity
  for (const picture of PICTURES) {
    const chance = rounds.reduce((sum, round) => sum + chanceOf(picture, round), picture.prior ?? 0)
    if (chance > bestChance) [bestChance, best] = [chance, picture]
  }
  if (best === undefined) return undefined
  const { belief, believing, fix } = best
  return { belief, title: 'It played an illegal move', proof: `All its moves fit if it ${believing}`, fix }
}

/** The log likelihood of the moves of a round; minus infinity if they do not fit. */
function chanceOf(picture: Picture, { seat, turns, fault, first }: WatchedRound<LongestGroupState>): number {
  const size = first.config
  const own: Cell[] = []
  const other: Cell[] = []
  let chance = 0

  function choose(cell: Cell): void {
    const taken = new Set<string>()
    for (const one of own) addCell(taken, picture.own(one))
    other.forEach((one, index) => addCell(taken, picture.other(one, index, other.length)))
    // A bot that does not mark its own moves still means the cell it writes.
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
