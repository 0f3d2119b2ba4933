import type { Pair } from '../../game/game.ts'
import type { Meter } from '../thinking.ts'
import { add, has, sizeOf, type Field, type Stones } from './field.ts'
import {
  addNode,
  childOn,
  copyBelow,
  copyNode,
  makeRoom,
  makeNodes,
  mostVisited,
  valueOf,
  type Nodes,
} from './nodes.ts'
import { beginPlayouts } from './playout.ts'

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

/** What a search knows, and the next one of the same round can use. */
export interface Tree {
  nodes: Nodes
  /** Where the part that is still of use is copied to. */
  spare: Nodes
  /** The position of the root. */
  field: Field | undefined
  /** By seat and cell, over all pairs of playouts: the values for the seat of those in which it owned the cell. */
  readonly owned: Pair<Float64Array>
  ownedVisits: number
}

const MOST_CELLS = 19 * 19

export const makeTree = (): Tree => ({
  nodes: makeNodes(),
  spare: makeNodes(),
  field: undefined,
  owned: [new Float64Array(MOST_CELLS), new Float64Array(MOST_CELLS)],
  ownedVisits: 0,
})

/** A node is expanded after so many visits. */
const EXPAND_AT = 3
/** The most children of a node below the root. */
const WIDTH = 40
/** A prior counts as so many pairs of playouts. */
const PRIOR_VISITS = 60
/** Added to the prior of cells that touch the last move, also at a corner. */
const NEAR = 0.02

/** Monte Carlo tree search: UCT with RAVE. */
export function searchTree(tree: Tree, field: Field, meter: Meter, seed: number): SearchResult {
  const { stones: before, empty, turn: first } = field
  const path = new Int32Array(empty.length + 1)
  const playouts = beginPlayouts(field, seed)
  const { stones, owners, leads } = playouts
  plant(tree, field)
  const { nodes } = tree
  do {
    stones[0].set(before[0])
    stones[1].set(before[1])
    const steps = select(nodes, stones, path, first)
    const turn = (first + steps) & 1
    const leaf = path[steps] as number
    if (nodes.children[leaf] === 0 && (nodes.visits[leaf] as number) >= EXPAND_AT && steps < empty.length)
      expand(tree, leaf, field, stones, turn, nodes.cell[leaf] as number)
    playouts.run(turn)
    const once = rewardOf((leads[0] as number) / 2)
    const again = rewardOf((leads[1] as number) / 2)
    if ((meter.nodes & COUNTED) === 0) countOwned(tree, empty, owners, once, again)
    backPropagate(nodes, path, steps, owners, first, once, again)
    meter.spend()
  } while (meter.spend())
  const best = mostVisited(nodes, 0)
  return {
    cell: nodes.cell[best] as number,
    value: valueOf(nodes, best),
    playouts: meter.nodes,
    line: principalVariation(nodes, best),
    favourites: favourites(nodes),
  }
}

const MARGIN = 0.25

/** The reward of a playout for seat 0. A clear win counts for more than a narrow one. */
function rewardOf(difference: number): number {
  const won = difference > 0 ? 1 : difference < 0 ? 0 : 0.5
  const margin = Math.max(-10, Math.min(10, difference)) / 20 + 0.5
  return (1 - MARGIN) * won + MARGIN * margin
}

/** Sets the root to a position, with what an earlier search of the round found out about it. */
function plant(tree: Tree, field: Field): void {
  const known = followed(tree, field)
  if (known > 0) copyBelow(tree.nodes, known, tree.spare)
  tree.field = field
  if (known > 0 && makeRoom(tree.spare, field.empty.length)) {
    ;[tree.nodes, tree.spare] = [tree.spare, tree.nodes]
    for (const values of tree.owned)
      for (let cell = 0; cell < values.length; cell++) values[cell] = (values[cell] as number) * KEPT
    tree.ownedVisits *= KEPT
  } else {
    tree.nodes.size = 0
    addNode(tree.nodes, 0, 0)
    tree.nodes.amafVisits[0] = PRIOR_VISITS
    for (const values of tree.owned) values.fill(0.5)
    tree.ownedVisits = 1
  }
  widen(tree, field)
}

/** The part of what is known of cells that counts at the next move. */
const KEPT = 0.1

/** The node of a position that is two moves after the last one; 0 if there is none of use. */
function followed({ field: last, nodes }: Tree, { stones, turn, count, width }: Field): number {
  if (last === undefined || last.turn !== turn || last.count !== count || last.width !== width) return 0
  const [mine, theirs] = [newStone(last, stones, turn), newStone(last, stones, 1 - turn)]
  if (mine < 0 || theirs < 0) return 0
  const node = childOn(nodes, 0, mine)
  const after = node < 0 ? -1 : childOn(nodes, node, theirs)
  return after > 0 && (nodes.children[after] as number) > 0 ? after : 0
}

/** The one stone that a seat has put since; -1 if it has not put exactly one. */
function newStone({ stones: before, empty }: Field, stones: Stones, seat: number): number {
  const [then, now] = [before[seat as 0 | 1], stones[seat as 0 | 1]]
  const isKept = then.every((bits, word) => (bits & ~(now[word] as number)) === 0)
  if (!isKept || sizeOf(now) !== sizeOf(then) + 1) return -1
  return empty.find((cell) => has(now, cell) === 1) ?? -1
}

/** Gives the root a child for every empty cell. */
function widen({ nodes, owned, ownedVisits }: Tree, { empty, turn }: Field): void {
  const begin = nodes.size
  makeRoom(nodes, empty.length)
  for (const cell of empty) {
    const known = childOn(nodes, 0, cell)
    const prior = (owned[turn][cell] as number) / ownedVisits
    if (known < 0) addNode(nodes, cell, (nodes.amafVisits[0] as number) * prior)
    else copyNode(nodes, known, nodes)
  }
  nodes.firstChild[0] = begin
  nodes.children[0] = empty.length
}

const chosen = new Int16Array(WIDTH)
const priors = new Float64Array(WIDTH)

/** Adds the moves with the best priors as children. */
function expand(
  { nodes, owned, ownedVisits }: Tree,
  node: number,
  { empty, width: columns }: Field,
  stones: Stones,
  turn: number,
  last: number,
): void {
  if (!makeRoom(nodes, WIDTH)) return
  const values = owned[turn as 0 | 1]
  let count = 0
  for (let i = 0; i < empty.length; i++) {
    const cell = empty[i] as number
    if ((has(stones[0], cell) | has(stones[1], cell)) === 1) continue
    const away = Math.abs(cell - last)
    const isNear = away === 1 || (away >= columns - 1 && away <= columns + 1)
    const prior = (values[cell] as number) / ownedVisits + (isNear ? NEAR : 0)
    if (count === WIDTH && prior <= (priors[count - 1] as number)) continue
    let place = count === WIDTH ? count - 1 : count++
    for (; place > 0 && (priors[place - 1] as number) < prior; place--) {
      priors[place] = priors[place - 1] as number
      chosen[place] = chosen[place - 1] as number
    }
    priors[place] = prior
    chosen[place] = cell
  }
  nodes.firstChild[node] = nodes.size
  nodes.children[node] = count
  nodes.amafVisits[node] = PRIOR_VISITS
  for (let i = 0; i < count; i++) addNode(nodes, chosen[i] as number, PRIOR_VISITS * (priors[i] as number))
}

/** Selection: follows the best children down to a leaf; gives the depth of the leaf. */
function select(nodes: Nodes, stones: Stones, path: Int32Array, first: number): number {
  let node = 0
  let steps = 0
  path[0] = 0
  while ((nodes.children[node] as number) > 0) {
    node = selectChild(nodes, node)
    add(stones[((first + steps) & 1) as 0 | 1], nodes.cell[node] as number)
    path[++steps] = node
  }
  return steps
}

const RAVE_EQUIVALENCE = 600
const EXPLORATION = 0.05
const TABLE = 1 << 16
/** By visits: how far AMAF values are trusted, and the part of the exploration bonus. Every thread of a brain fills them as it starts. */
const TRUST = new Float64Array(TABLE)
const BONUS = new Float64Array(TABLE)
for (let visits = 0; visits < TABLE; visits++) {
  TRUST[visits] = Math.sqrt(RAVE_EQUIVALENCE / (3 * visits + RAVE_EQUIVALENCE))
  BONUS[visits] = EXPLORATION / Math.sqrt(visits + 1)
}

function selectChild(nodes: Nodes, node: number): number {
  const { visits: allVisits, total, amafTotal } = nodes
  const begin = nodes.firstChild[node] as number
  const end = begin + (nodes.children[node] as number)
  const curiosity = Math.sqrt(Math.log((allVisits[node] as number) + 1))
  const share = 1 / (nodes.amafVisits[node] as number)
  let best = begin
  let bestValue = -Infinity
  for (let i = begin; i < end; i++) {
    const visits = allVisits[i] as number
    let value = (amafTotal[i] as number) * share
    if (visits > 0) {
      const entry = Math.min(visits, TABLE - 1)
      const trust = TRUST[entry] as number
      value =
        trust * value + (1 - trust) * ((total[i] as number) / visits) + curiosity * (BONUS[entry] as number)
    } else value += curiosity * EXPLORATION
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

/** Priors do not need all playouts: one pair of four is enough. */
const COUNTED = 6

/** `owners` are the cells of seat 1 in the first playout of a pair; `once` and `again` are the rewards of seat 0. */
function countOwned(tree: Tree, empty: Int16Array, owners: Int32Array, once: number, again: number): void {
  const [first, second] = tree.owned
  for (let i = 0; i < empty.length; i++) {
    const cell = empty[i] as number
    const value = has(owners, cell) === 0 ? once : again
    first[cell] = (first[cell] as number) + value
    second[cell] = (second[cell] as number) + 1 - once - again + value
  }
  tree.ownedVisits++
}

/** By the seat that owns a cell in the first playout of a pair: the value of the one in which the mover owns it. */
const worth = new Float64Array(2)

function backPropagate(
  nodes: Nodes,
  path: Int32Array,
  steps: number,
  owners: Int32Array,
  first: number,
  once: number,
  again: number,
): void {
  const { cell, amafTotal, amafVisits, visits, total } = nodes
  const mean = (once + again) / 2
  for (let step = 0; step <= steps; step++) {
    const node = path[step] as number
    const turn = (first + step) & 1
    visits[node] = (visits[node] as number) + 1
    total[node] = (total[node] as number) + (turn === 0 ? 1 - mean : mean)
    amafVisits[node] = (amafVisits[node] as number) + 1
    worth[turn] = turn === 0 ? once : 1 - once
    worth[1 - turn] = turn === 0 ? again : 1 - again
    const begin = nodes.firstChild[node] as number
    const end = begin + (nodes.children[node] as number)
    for (let i = begin; i < end; i++)
      amafTotal[i] = (amafTotal[i] as number) + (worth[has(owners, cell[i] as number)] as number)
  }
}

const MOST_FAVOURITES = 5

function favourites(nodes: Nodes): SearchResult['favourites'] {
  const begin = nodes.firstChild[0] as number
  return Array.from({ length: nodes.children[0] as number }, (_, index) => begin + index)
    .filter((node) => (nodes.visits[node] as number) > 0)
    .sort((a, b) => (nodes.visits[b] as number) - (nodes.visits[a] as number))
    .slice(0, MOST_FAVOURITES)
    .map((node) => ({ cell: nodes.cell[node] as number, value: valueOf(nodes, node) }))
}

const LONGEST_LINE = 8

/** The most visited line from a node, as far as its nodes are expanded. */
function principalVariation(nodes: Nodes, first: number): readonly number[] {
  const line: number[] = []
  for (let node = first; line.length < LONGEST_LINE; node = mostVisited(nodes, node)) {
    if (line.length > 0 && (nodes.visits[node] as number) < EXPAND_AT) break
    line.push(nodes.cell[node] as number)
    if (nodes.children[node] === 0) break
  }
  return line
}
