import type { Meter } from '../thinking.ts'
import { EMPTY, type Field } from './field.ts'
import { lead, measure } from './lengths.ts'

/** The best move, and how the search rates it. */
export interface SearchResult {
  readonly cell: number
  /** From 0, lost, to 1, won. */
  readonly value: number
  readonly playouts: number
  /** The principal variation: the most visited child, move by move. */
  readonly line: readonly number[]
  /** The moves that were visited most, the best first, each with its value. */
  readonly favourites: readonly { readonly cell: number; readonly value: number }[]
}

/** The nodes of the tree as parallel arrays; the children of a node stand side by side. */
export interface Tree {
  readonly cell: Int16Array
  readonly visits: Int32Array
  readonly total: Float64Array
  /** All moves as first (AMAF): the same over every playout in which the mover took the cell at any time. */
  readonly amafVisits: Int32Array
  readonly amafTotal: Float64Array
  readonly firstChild: Int32Array
  readonly children: Int16Array
  size: number
}

const CAPACITY = 1 << 19
/** A node is expanded after so many visits. */
const EXPAND_AT = 8

/** Monte Carlo tree search: UCT with RAVE. A playout fills the rest of the board at random. */
export function searchTree(tree: Tree, field: Field, meter: Meter, seed: number): SearchResult {
  const { cells, count, empty } = field
  const chance = { state: seed | 1 }
  const path = new Int32Array(count + 1)
  const rest = new Int16Array(count)
  const board = new Uint8Array(cells)
  tree.size = 0
  addNode(tree, 0)
  expand(tree, 0, empty, board)
  do {
    board.set(cells)
    const steps = select(tree, board, path, field.turn)
    const turn = (field.turn + steps) & 1
    const last = path[steps] as number
    if (tree.children[last] === 0 && (tree.visits[last] as number) >= EXPAND_AT && steps < empty.length)
      expand(tree, last, empty, board)
    playOut(board, empty, rest, turn, chance)
    measure(board, field.neighbours, count)
    backPropagate(tree, path, steps, board, field.turn, rewardOf(lead()))
  } while (meter.spend())
  const best = mostVisited(tree, 0)
  return {
    cell: tree.cell[best] as number,
    value: valueOf(tree, best),
    playouts: meter.nodes,
    line: principalVariation(tree, best),
    favourites: favourites(tree),
  }
}

/** The reward of a playout for seat 0. A clear win counts for more than a narrow one. */
function rewardOf(difference: number): number {
  const won = difference > 0 ? 1 : difference < 0 ? 0 : 0.5
  const margin = Math.max(-10, Math.min(10, difference)) / 20 + 0.5
  return 0.75 * won + 0.25 * margin
}

export function makeTree(): Tree {
  return {
    cell: new Int16Array(CAPACITY),
    visits: new Int32Array(CAPACITY),
    total: new Float64Array(CAPACITY),
    amafVisits: new Int32Array(CAPACITY),
    amafTotal: new Float64Array(CAPACITY),
    firstChild: new Int32Array(CAPACITY),
    children: new Int16Array(CAPACITY),
    size: 0,
  }
}

function expand(tree: Tree, node: number, empty: readonly number[], board: Uint8Array): void {
  if (tree.size + empty.length > CAPACITY) return
  tree.firstChild[node] = tree.size
  for (const cell of empty) if (board[cell] === EMPTY) addNode(tree, cell)
  tree.children[node] = tree.size - tree.firstChild[node]
}

function addNode(tree: Tree, cell: number): void {
  const entry = tree.size++
  tree.cell[entry] = cell
  tree.visits[entry] = 0
  tree.total[entry] = 0
  tree.amafVisits[entry] = 0
  tree.amafTotal[entry] = 0
  tree.firstChild[entry] = 0
  tree.children[entry] = 0
}

/** Selection: follows the best children down to a leaf; gives the depth of the leaf. */
function select(tree: Tree, board: Uint8Array, path: Int32Array, first: number): number {
  let node = 0
  let steps = 0
  path[0] = 0
  while ((tree.children[node] as number) > 0) {
    node = selectChild(tree, node)
    board[tree.cell[node] as number] = (first + steps) & 1
    path[++steps] = node
  }
  return steps
}

const RAVE_EQUIVALENCE = 600
const EXPLORATION = 0.15

function selectChild(tree: Tree, node: number): number {
  const begin = tree.firstChild[node] as number
  const end = begin + (tree.children[node] as number)
  const log = Math.log((tree.visits[node] as number) + 1)
  let best = begin
  let bestValue = -Infinity
  for (let i = begin; i < end; i++) {
    const visits = tree.visits[i] as number
    const owned = tree.amafVisits[i] as number
    const ownedMean = owned === 0 ? 0.6 : (tree.amafTotal[i] as number) / owned
    const mean = visits === 0 ? ownedMean : (tree.total[i] as number) / visits
    const trust = Math.sqrt(RAVE_EQUIVALENCE / (3 * visits + RAVE_EQUIVALENCE))
    const value = trust * ownedMean + (1 - trust) * mean + EXPLORATION * Math.sqrt(log / (visits + 1))
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

function playOut(
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

function backPropagate(
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
    const begin = tree.firstChild[node] as number
    const end = begin + (tree.children[node] as number)
    for (let i = begin; i < end; i++) {
      if (board[tree.cell[i] as number] !== turn) continue
      tree.amafVisits[i] = (tree.amafVisits[i] as number) + 1
      tree.amafTotal[i] = (tree.amafTotal[i] as number) + value
    }
  }
}

function mostVisited(tree: Tree, node: number): number {
  const begin = tree.firstChild[node] as number
  let best = begin
  for (let i = begin; i < begin + (tree.children[node] as number); i++)
    if ((tree.visits[i] as number) > (tree.visits[best] as number)) best = i
  return best
}

const MOST_FAVOURITES = 5

function favourites(tree: Tree): SearchResult['favourites'] {
  const begin = tree.firstChild[0] as number
  return Array.from({ length: tree.children[0] as number }, (_, index) => begin + index)
    .filter((node) => (tree.visits[node] as number) > 0)
    .sort((a, b) => (tree.visits[b] as number) - (tree.visits[a] as number))
    .slice(0, MOST_FAVOURITES)
    .map((node) => ({ cell: tree.cell[node] as number, value: valueOf(tree, node) }))
}

const valueOf = (tree: Tree, node: number): number =>
  (tree.total[node] as number) / Math.max(1, tree.visits[node] as number)

const LONGEST_LINE = 8

/** The most visited line from a node, as far as its nodes are expanded. */
function principalVariation(tree: Tree, first: number): readonly number[] {
  const line: number[] = []
  for (let node = first; line.length < LONGEST_LINE; node = mostVisited(tree, node)) {
    if (line.length > 0 && (tree.visits[node] as number) < EXPAND_AT) break
    line.push(tree.cell[node] as number)
    if (tree.children[node] === 0) break
  }
  return line
}
