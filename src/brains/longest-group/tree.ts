import type { Meter } from '../thinking.ts'
import { has, sizeOf, type Field, type Stones } from './field.ts'
import { makeKernel, type Kernel } from './kernel.ts'
import { leadByRules } from './lengths.ts'

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

/** What a search knows, and the next one of the same round can use. The first search fills it in. */
export interface Tree {
  kernel?: Kernel
  /** The position of the root. */
  field?: Field
}

/** Monte Carlo tree search: UCT with RAVE. Each step, in the kernel, is a pair of playouts. */
export function searchTree(tree: Tree, field: Field, meter: Meter, seed: number): SearchResult {
  const last = tree.field
  tree.field = field
  const kernel = (tree.kernel ??= kernelOf(tree))
  kernel.begin(field.width, field.count, seed | 1)
  kernel.rootTurn[0] = field.turn
  kernel.rootStones[0].set(field.stones[0])
  kernel.rootStones[1].set(field.stones[1])
  kernel.empty.set(field.empty)
  kernel.emptyCount[0] = field.empty.length
  kernel.plant(...movesSince(last, field))
  do {
    kernel.searchOnce()
    meter.spend()
  } while (meter.spend())
  const best = kernel.mostVisited(0)
  return {
    cell: kernel.cellOf(best),
    value: kernel.valueOf(best),
    playouts: meter.nodes,
    line: principalVariation(kernel, best),
    favourites: favourites(kernel),
  }
}

function kernelOf(tree: Tree): Kernel {
  const kernel = makeKernel((board) => 2 * leadByRules(kernel.filled[board], tree.field as Field))
  return kernel
}

/** The cells of the move of the side to move and of the answer, since the last search; -1 for both if it is not two moves ago. */
function movesSince(
  last: Field | undefined,
  { stones, turn, count, width }: Field,
): readonly [mine: number, theirs: number] {
  if (last === undefined || last.turn !== turn || last.count !== count || last.width !== width)
    return [-1, -1]
  const [mine, theirs] = [newStone(last, stones, turn), newStone(last, stones, 1 - turn)]
  return mine < 0 || theirs < 0 ? [-1, -1] : [mine, theirs]
}

/** The one stone that a seat has put since; -1 if it has not put exactly one. */
function newStone({ stones: before, empty }: Field, stones: Stones, seat: number): number {
  const [then, now] = [before[seat as 0 | 1], stones[seat as 0 | 1]]
  const isKept = then.every((bits, word) => (bits & ~(now[word] as number)) === 0)
  if (!isKept || sizeOf(now) !== sizeOf(then) + 1) return -1
  return empty.find((cell) => has(now, cell) === 1) ?? -1
}

const MOST_FAVOURITES = 5

function favourites({
  firstChildOf,
  childrenOf,
  visitsOf,
  cellOf,
  valueOf,
}: Kernel): SearchResult['favourites'] {
  const begin = firstChildOf(0)
  return Array.from({ length: childrenOf(0) }, (_, index) => begin + index)
    .filter((node) => visitsOf(node) > 0)
    .sort((a, b) => visitsOf(b) - visitsOf(a))
    .slice(0, MOST_FAVOURITES)
    .map((node) => ({ cell: cellOf(node), value: valueOf(node) }))
}

const LONGEST_LINE = 8
/** A move of the line was tried at least so often. */
const LEAST_VISITS = 3

/** The most visited line from a node, as far as its nodes are expanded. */
function principalVariation(
  { mostVisited, visitsOf, cellOf, childrenOf }: Kernel,
  first: number,
): readonly number[] {
  const line: number[] = []
  for (let node = first; line.length < LONGEST_LINE; node = mostVisited(node)) {
    if (line.length > 0 && visitsOf(node) < LEAST_VISITS) break
    line.push(cellOf(node))
    if (childrenOf(node) === 0) break
  }
  return line
}
