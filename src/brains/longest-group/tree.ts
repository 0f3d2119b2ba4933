import type { Meter } from '../thinking.ts'
import { EMPTY, type Field } from './field.ts'
import { lead, measure } from './lengths.ts'

/** What a search found out about the best move. */
export interface Found {
  readonly cell: number
  /** From 0, lost, to 1, won. */
  readonly value: number
  readonly playouts: number
  /** The cells that were tried most often, one after the other. */
  readonly line: readonly number[]
}

/** The moves that were tried, one entry each; the replies to a move stand side by side. */
export interface Tree {
  readonly cell: Int16Array
  readonly visits: Int32Array
  readonly total: Float64Array
  /** The same for every playout in which the mover came to own the cell, whenever that was. */
  readonly ownedVisits: Int32Array
  readonly ownedTotal: Float64Array
  readonly firstReply: Int32Array
  readonly replies: Int16Array
  size: number
}

const CAPACITY = 1 << 19
/** A move's replies are listed once it has been tried so often. */
const EXPAND_AT = 8

/** Monte-Carlo tree search: the rest of the board is filled at random, and what won is tried more often. */
export function searchTree(tree: Tree, field: Field, meter: Meter, seed: number): Found {
  const { cells, count, empty } = field
  const chance = { state: seed | 1 }
  const path = new Int32Array(count + 1)
  const rest = new Int16Array(count)
  const board = new Uint8Array(cells)
  tree.size = 0
  addEntry(tree, 0)
  expand(tree, 0, empty, board)
  do {
    board.set(cells)
    const steps = descend(tree, board, path, field.turn)
    const turn = (field.turn + steps) & 1
    const last = path[steps] as number
    if (tree.replies[last] === 0 && (tree.visits[last] as number) >= EXPAND_AT && steps < empty.length)
      expand(tree, last, empty, board)
    fillAtRandom(board, empty, rest, turn, chance)
    measure(board, field.neighbours, count)
    update(tree, path, steps, board, field.turn, worth(lead()))
  } while (meter.spend())
  const best = mostVisited(tree, 0)
  return {
    cell: tree.cell[best] as number,
    value: (tree.total[best] as number) / Math.max(1, tree.visits[best] as number),
    playouts: meter.nodes,
    line: lineFrom(tree, best),
  }
}

/** The value of an end for seat 0. A clear win counts for more than a narrow one. */
function worth(difference: number): number {
  const won = difference > 0 ? 1 : difference < 0 ? 0 : 0.5
  const margin = Math.max(-10, Math.min(10, difference)) / 20 + 0.5
  return 0.75 * won + 0.25 * margin
}

export function makeTree(): Tree {
  return {
    cell: new Int16Array(CAPACITY),
    visits: new Int32Array(CAPACITY),
    total: new Float64Array(CAPACITY),
    ownedVisits: new Int32Array(CAPACITY),
    ownedTotal: new Float64Array(CAPACITY),
    firstReply: new Int32Array(CAPACITY),
    replies: new Int16Array(CAPACITY),
    size: 0,
  }
}

function expand(tree: Tree, node: number, empty: readonly number[], board: Uint8Array): void {
  if (tree.size + empty.length > CAPACITY) return
  tree.firstReply[node] = tree.size
  for (const cell of empty) if (board[cell] === EMPTY) addEntry(tree, cell)
  tree.replies[node] = tree.size - tree.firstReply[node]
}

function addEntry(tree: Tree, cell: number): void {
  const entry = tree.size++
  tree.cell[entry] = cell
  tree.visits[entry] = 0
  tree.total[entry] = 0
  tree.ownedVisits[entry] = 0
  tree.ownedTotal[entry] = 0
  tree.firstReply[entry] = 0
  tree.replies[entry] = 0
}

/** Follows the most promising moves to one whose replies are not listed; gives how many. */
function descend(tree: Tree, board: Uint8Array, path: Int32Array, first: number): number {
  let node = 0
  let steps = 0
  path[0] = 0
  while ((tree.replies[node] as number) > 0) {
    node = mostPromising(tree, node)
    board[tree.cell[node] as number] = (first + steps) & 1
    path[++steps] = node
  }
  return steps
}

const EQUIVALENCE = 600
const CURIOSITY = 0.15

function mostPromising(tree: Tree, node: number): number {
  const begin = tree.firstReply[node] as number
  const end = begin + (tree.replies[node] as number)
  const log = Math.log((tree.visits[node] as number) + 1)
  let best = begin
  let bestValue = -Infinity
  for (let i = begin; i < end; i++) {
    const visits = tree.visits[i] as number
    const owned = tree.ownedVisits[i] as number
    const ownedMean = owned === 0 ? 0.6 : (tree.ownedTotal[i] as number) / owned
    const mean = visits === 0 ? ownedMean : (tree.total[i] as number) / visits
    const trust = Math.sqrt(EQUIVALENCE / (3 * visits + EQUIVALENCE))
    const value = trust * ownedMean + (1 - trust) * mean + CURIOSITY * Math.sqrt(log / (visits + 1))
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

function fillAtRandom(
  board: Uint8Array,
  empty: readonly number[],
  rest: Int16Array,
  turn: number,
  chance: { state: number },
): void {
  let left = 0
  for (let i = 0; i < empty.length; i++) {
    const cell = empty[i] as number
    if (board[cell] === EMPTY) rest[left++] = cell
  }
  let seat = turn
  let { state } = chance
  for (; left > 0; left--) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const at = (state >>> 0) % left
    board[rest[at] as number] = seat
    rest[at] = rest[left - 1] as number
    seat ^= 1
  }
  chance.state = state
}

function update(
  tree: Tree,
  path: Int32Array,
  steps: number,
  board: Uint8Array,
  first: number,
  worthForFirstSeat: number,
): void {
  for (let step = 0; step <= steps; step++) {
    const node = path[step] as number
    const mover = (first + step + 1) & 1
    tree.visits[node] = (tree.visits[node] as number) + 1
    tree.total[node] =
      (tree.total[node] as number) + (mover === 0 ? worthForFirstSeat : 1 - worthForFirstSeat)
    const turn = 1 - mover
    const value = turn === 0 ? worthForFirstSeat : 1 - worthForFirstSeat
    const begin = tree.firstReply[node] as number
    const end = begin + (tree.replies[node] as number)
    for (let i = begin; i < end; i++) {
      if (board[tree.cell[i] as number] !== turn) continue
      tree.ownedVisits[i] = (tree.ownedVisits[i] as number) + 1
      tree.ownedTotal[i] = (tree.ownedTotal[i] as number) + value
    }
  }
}

function mostVisited(tree: Tree, node: number): number {
  const begin = tree.firstReply[node] as number
  let best = begin
  for (let i = begin; i < begin + (tree.replies[node] as number); i++)
    if ((tree.visits[i] as number) > (tree.visits[best] as number)) best = i
  return best
}

const LONGEST_LINE = 8

/** From a move on, as long as it was tried more often than by chance. */
function lineFrom(tree: Tree, first: number): readonly number[] {
  const line: number[] = []
  for (let node = first; line.length < LONGEST_LINE; node = mostVisited(tree, node)) {
    if (line.length > 0 && (tree.visits[node] as number) < EXPAND_AT) break
    line.push(tree.cell[node] as number)
    if (tree.replies[node] === 0) break
  }
  return line
}
