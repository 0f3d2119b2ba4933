import { codesOf, type Cell, type Size } from '../../base/grid.ts'
import type { Seat } from '../../game/game.ts'
import { tableOf } from './table.ts'

/** A connected set of stones of one seat (neighbours share a side). */
export interface Group {
  /** The diameter of the group: the number of cells on the longest shortest path between two of its stones. */
  readonly length: number
  /** In no particular order. */
  readonly cells: readonly Cell[]
}

/** How many groups there are of length 1, 2, 3 … up to the longest; empty without a stone. */
export type Score = readonly number[]

interface Position {
  readonly config: Size
  readonly board: string
}

/** The groups of a seat, longest first, equal ones in reading order of their first stones. */
export function groupsOf(position: Position, seat: Seat): readonly Group[] {
  const { width } = position.config
  const groups: Group[] = []
  eachGroup(position, seat, (length, size) => {
    const cells = Array.from(members.subarray(0, size), (cell) => ({
      x: cell % width,
      y: Math.floor(cell / width),
    }))
    groups.push({ length, cells })
  })
  return groups.sort((a, b) => b.length - a.length)
}

/** A seat's groups counted by length, with the bonus group of seat 1. */
export function scoreOf(position: Position, seat: Seat): Score {
  const counts: number[] = []
  eachGroup(position, seat, (length) => {
    while (counts.length < length) counts.push(0)
    counts[length - 1] = (counts[length - 1] as number) + 1
  })
  // Compensation for moving second: one more group, one shorter than the longest. With length 1 there is none.
  const bonus = counts.length - 2
  if (seat === 1 && bonus >= 0) counts[bonus] = (counts[bonus] as number) + 1
  return counts
}

/** `1-1-0-1`: one group of length 1, one of 2, none of 3, one of 4. */
export const formatScore = (score: Score): string => (score.length === 0 ? '0' : score.join('-'))

export const readScore = (text: string): Score => (text === '0' ? [] : text.split('-').map(Number))

const MOST_CELLS = 19 * 19
// Scratch arrays for one call at a time, allocated once: brains compute scores in their innermost loops.
/** The number of the last search that visited the cell; Infinity for cells that no search may enter. */
const seen = new Float64Array(MOST_CELLS + 1)
const distance = new Int16Array(MOST_CELLS)
const queue = new Int16Array(MOST_CELLS)
const members = new Int16Array(MOST_CELLS)
const atMost = new Int16Array(MOST_CELLS)
let searches = 0

/** How many searches all calls so far took: a search is what a score costs. */
export const searchesSoFar = (): number => searches

/** Calls `found` for each group, its cells being the first `size` of `members`. */
function eachGroup(
  { board, config }: Position,
  seat: Seat,
  found: (length: number, size: number) => void,
): void {
  const { neighbours } = tableOf(config)
  const mark = 'XO'.charCodeAt(seat)
  const codes = codesOf(board)
  for (let cell = 0; cell < board.length; cell++) seen[cell] = codes[cell] === mark ? 0 : Infinity
  seen[board.length] = Infinity
  for (let cell = 0; cell < board.length; cell++) {
    if (seen[cell] === Infinity) continue
    const size = spread(neighbours, cell)
    for (let i = 0; i < size; i++) members[i] = queue[i] as number
    const length = diameter(neighbours, size) + 1
    found(length, size)
    for (let i = 0; i < size; i++) seen[members[i] as number] = Infinity
  }
}

/**
 * The diameter of the first `size` members, after a search from the first one. A cell at distance d from a cell of
 * eccentricity e has an eccentricity of at most d + e; this bound saves most searches.
 */
function diameter(neighbours: Int16Array, size: number): number {
  const first = distance[members[size - 1] as number] as number
  if (first === size - 1) return first
  let best = first
  for (let i = 0; i < size; i++) atMost[i] = first + (distance[members[i] as number] as number)
  // Backwards: cells found last are far from the first one, and likely to have the largest eccentricity.
  for (let source = size - 1; source > 0; source--) {
    if ((atMost[source] as number) <= best) continue
    spread(neighbours, members[source] as number)
    const eccentricity = distance[queue[size - 1] as number] as number
    if (eccentricity > best) best = eccentricity
    for (let i = 0; i < source; i++) {
      const bound = eccentricity + (distance[members[i] as number] as number)
      if (bound < (atMost[i] as number)) atMost[i] = bound
    }
  }
  return best
}

/** Breadth-first search: fills `queue` and `distance`, gives how many cells were reached. */
function spread(neighbours: Int16Array, start: number): number {
  const search = ++searches
  seen[start] = search
  distance[start] = 0
  queue[0] = start
  let size = 1
  for (let head = 0; head < size; head++) {
    const cell = queue[head] as number
    const next = (distance[cell] as number) + 1
    for (let i = 4 * cell; i < 4 * cell + 4; i++) {
      const neighbour = neighbours[i] as number
      if ((seen[neighbour] as number) >= search) continue
      seen[neighbour] = search
      distance[neighbour] = next
      queue[size++] = neighbour
    }
  }
  return size
}
