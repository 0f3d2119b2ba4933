import type { Seat } from '../../game/game.ts'

/**
 * Distances by breadth-first floods from a goal over bitboards: three words of three ranks, nine bits a rank. Level `k` of
 * a flood is the set of cells from which the goal is at most `k` steps away. Levels are computed on demand, and a new wall
 * keeps the levels that it does not touch.
 */
export interface Floods {
  /** A bit for each pair of neighbours that no wall separates. */
  readonly open: Int32Array
  /** The floods from both goals after each wall put up since loading. */
  readonly levels: Int32Array
  /** How many levels of each flood are computed. */
  readonly known: Uint8Array
  /** Walls put up since loading. */
  walls: number
}

/** The distance of a cell from which the goal cannot be reached. */
export const FAR = 255

/** No shortest path is longer than the number of cells. */
const LEVELS = 81
/** Room for one flood. */
const FLOOD = 3 * LEVELS

const ALL = (1 << 27) - 1
const INDEXES = Int8Array.from(
  { length: 128 },
  (_, cell) => 9 * (Math.trunc(cell / 10) - 1) + (cell % 10) - 1,
)
/** In which word a cell is, and its bit there. */
const WORD = INDEXES.map((index) => (index < 0 ? 0 : Math.trunc(index / 27) % 3))
const SHIFT = INDEXES.map((index) => (index < 0 ? 0 : index % 27))
const BIT = Int32Array.from(INDEXES, (index) => (index < 0 ? 0 : 1 << (index % 27)))

/** Room for the floods of both seats before and after each of so many walls. */
export const makeLevels = (walls: number): Int32Array => new Int32Array(2 * FLOOD * (walls + 1))

/** Bitboards of the open sides: north of each cell in the first three words, east of it in the others. */
export function openSides(size: number): Int32Array {
  const open = new Int32Array(6)
  for (let rank = 1; rank <= size; rank++)
    for (let file = 1; file <= size; file++) {
      if (rank < size) toggle(open, 0, 10 * rank + file)
      if (file < size) toggle(open, 3, 10 * rank + file)
    }
  return open
}

/** Closes the two sides that a wall blocks, or opens them again. */
export function toggleWays(open: Int32Array, wall: number): void {
  const cell = wall >> 1
  if ((wall & 1) === 1) {
    toggle(open, 3, cell)
    toggle(open, 3, cell + 10)
  } else {
    toggle(open, 0, cell)
    toggle(open, 0, cell + 1)
  }
}

function toggle(words: Int32Array, first: number, cell: number): void {
  const at = first + (WORD[cell] as number)
  words[at] = (words[at] as number) ^ (BIT[cell] as number)
}

/** Begins the flood of a seat at its goal, before any wall is put up. */
export function beginFlood({ levels, known }: Floods, seat: Seat, rank: number, size: number): void {
  const at = FLOOD * seat
  for (let file = 1; file <= size; file++) toggle(levels, at, 10 * rank + file)
  known[seat] = 0
}

/**
 * The distance of a cell from a seat's goal. The search starts at level `least`, which the caller knows to be a lower
 * bound.
 */
export function distanceFrom(floods: Floods, seat: Seat, cell: number, least: number): number {
  const { levels, known } = floods
  const slot = 2 * floods.walls + seat
  const at = FLOOD * slot + (WORD[cell] as number)
  const bit = BIT[cell] as number
  const last = known[slot] as number
  for (let level = least; level <= last; level++)
    if (((levels[at + 3 * level] as number) & bit) !== 0) return level
  const level = flood(floods, FLOOD * slot, last, FLOOD * slot, cell)
  known[slot] = floodedTo
  return level
}

/** Whether a cell is at most so many steps away; only for levels that are known. */
export const isWithin = ({ levels, walls }: Floods, seat: Seat, cell: number, level: number): boolean =>
  ((levels[FLOOD * (2 * walls + seat) + 3 * level + (WORD[cell] as number)] as number) &
    (BIT[cell] as number)) !==
  0

/**
 * Starts the flood for the position after a wall whose sides are closed already. Gives the distance of `cell`, which
 * was `before` without the wall.
 */
export function raiseFlood(floods: Floods, seat: Seat, wall: number, cell: number, before: number): number {
  const { levels, known } = floods
  const slot = 2 * floods.walls + seat
  const from = FLOOD * slot
  const to = from + 2 * FLOOD
  const kept = keptLevel(levels, from, known[slot] as number, wall)
  for (let i = 3 * kept + 2; i >= 0; i--) levels[to + i] = levels[from + i] as number
  known[slot + 2] = kept
  if (kept >= before) return before
  const after = flood(floods, to, kept, to, cell)
  known[slot + 2] = floodedTo
  return after
}

/** The same for a wall that is only tried: no level is kept. */
export function distanceBehind(
  floods: Floods,
  seat: Seat,
  wall: number,
  cell: number,
  before: number,
): number {
  const from = FLOOD * (2 * floods.walls + seat)
  const kept = keptLevel(floods.levels, from, before, wall)
  return kept >= before ? before : flood(floods, from, kept, from + 2 * FLOOD, cell)
}

/** The last level that a wall leaves as it is: the next level crosses the wall. */
function keptLevel(levels: Int32Array, from: number, last: number, wall: number): number {
  const cell = wall >> 1
  const isUpright = (wall & 1) === 1
  // A wall that lies flat parts two pairs of cells one above the other, an upright one two that are side by side.
  const other = cell + 10
  const shift = SHIFT[cell] as number
  const otherShift = SHIFT[other] as number
  const end = from + 3 * last
  let one = from + (WORD[cell] as number)
  let two = from + (WORD[other] as number)
  for (let at = from; at < end; at += 3, one += 3, two += 3) {
    const below = (levels[one] as number) >>> shift
    const above = (levels[two] as number) >>> otherShift
    const parted = isUpright ? ((below ^ (below >>> 1)) | (above ^ (above >>> 1))) & 1 : (below ^ above) & 3
    if (parted !== 0) return (at - from) / 3
  }
  return last
}

/** The level at which the last flood stopped. */
let floodedTo = 0

/**
 * Continues a flood from a level at `from` and writes the next levels at `to` until one contains `cell`; gives that
 * level.
 */
function flood({ open, levels }: Floods, from: number, level: number, to: number, cell: number): number {
  const word = WORD[cell] as number
  const bit = BIT[cell] as number
  const [target0, target1, target2] = [word === 0 ? bit : 0, word === 1 ? bit : 0, word === 2 ? bit : 0]
  const north0 = open[0] as number
  const north1 = open[1] as number
  const north2 = open[2] as number
  const east0 = open[3] as number
  const east1 = open[4] as number
  const east2 = open[5] as number
  let at = from + 3 * level
  let all0 = levels[at] as number
  let all1 = levels[at + 1] as number
  let all2 = levels[at + 2] as number
  let new0 = all0
  let new1 = all1
  let new2 = all2
  if (level > 0) {
    new0 &= ~(levels[at - 3] as number)
    new1 &= ~(levels[at - 2] as number)
    new2 &= ~(levels[at - 1] as number)
  }
  at = to + 3 * level
  let reached = level
  while ((new0 | new1 | new2) !== 0) {
    if (((all0 & target0) | (all1 & target1) | (all2 & target2)) !== 0) {
      floodedTo = reached
      return reached
    }
    const next0 =
      (((new0 & north0) << 9) & ALL) |
      (((new0 >>> 9) | (new1 << 18)) & north0) |
      ((new0 & east0) << 1) |
      ((new0 >>> 1) & east0)
    const next1 =
      ((((new1 & north1) << 9) | ((new0 & north0) >>> 18)) & ALL) |
      (((new1 >>> 9) | (new2 << 18)) & north1) |
      ((new1 & east1) << 1) |
      ((new1 >>> 1) & east1)
    const next2 =
      ((((new2 & north2) << 9) | ((new1 & north1) >>> 18)) & ALL) |
      ((new2 >>> 9) & north2) |
      ((new2 & east2) << 1) |
      ((new2 >>> 1) & east2)
    new0 = next0 & ~all0
    new1 = next1 & ~all1
    new2 = next2 & ~all2
    all0 |= new0
    all1 |= new1
    all2 |= new2
    at += 3
    reached++
    levels[at] = all0
    levels[at + 1] = all1
    levels[at + 2] = all2
  }
  floodedTo = reached
  return FAR
}
