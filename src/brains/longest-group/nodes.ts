/** The nodes of a tree as parallel arrays; the children of a node stand side by side. Node 0 is the root. */
export interface Nodes {
  cell: Int16Array
  /** Pairs of playouts through the node, and the sum of their mean values for the side that moved there. */
  visits: Int32Array
  total: Float32Array
  /**
   * All moves as first (AMAF): the values of the playouts in which the mover took the cell at any time. In each pair that is
   * one playout, so their number is that of the pairs since the parent was expanded: it stands at the parent.
   */
  amafTotal: Float32Array
  amafVisits: Int32Array
  firstChild: Int32Array
  children: Int16Array
  size: number
}

/** At first there is room for a short search: most trees stay small. */
const SMALL = 1 << 13
/** What a second of search needs. */
const LARGE = 1 << 20

export const makeNodes = (): Nodes => ({
  cell: new Int16Array(SMALL),
  visits: new Int32Array(SMALL),
  total: new Float32Array(SMALL),
  amafTotal: new Float32Array(SMALL),
  amafVisits: new Int32Array(SMALL),
  firstChild: new Int32Array(SMALL),
  children: new Int16Array(SMALL),
  size: 0,
})

/** Makes room for more nodes; false if that would be too many. */
export function makeRoom(nodes: Nodes, more: number): boolean {
  while (nodes.size + more > nodes.cell.length) {
    if (nodes.cell.length === LARGE) return false
    nodes.cell = doubled(nodes.cell)
    nodes.visits = doubled(nodes.visits)
    nodes.total = doubled(nodes.total)
    nodes.amafTotal = doubled(nodes.amafTotal)
    nodes.amafVisits = doubled(nodes.amafVisits)
    nodes.firstChild = doubled(nodes.firstChild)
    nodes.children = doubled(nodes.children)
  }
  return true
}

function doubled<Values extends Int16Array | Int32Array | Float32Array>(values: Values): Values {
  const larger = new (values.constructor as new (length: number) => Values)(2 * values.length)
  larger.set(values)
  return larger
}

/** Adds a node without visits. */
export function addNode(nodes: Nodes, cell: number, amafTotal: number): void {
  const node = nodes.size++
  nodes.cell[node] = cell
  nodes.visits[node] = 0
  nodes.total[node] = 0
  nodes.amafTotal[node] = amafTotal
  nodes.amafVisits[node] = 0
  nodes.firstChild[node] = 0
  nodes.children[node] = 0
}

/** The child on a cell, -1 if there is none. */
export function childOn(nodes: Nodes, node: number, cell: number): number {
  const begin = nodes.firstChild[node] as number
  for (let i = begin; i < begin + (nodes.children[node] as number); i++) if (nodes.cell[i] === cell) return i
  return -1
}

export function mostVisited(nodes: Nodes, node: number): number {
  const begin = nodes.firstChild[node] as number
  let best = begin
  for (let i = begin; i < begin + (nodes.children[node] as number); i++)
    if ((nodes.visits[i] as number) > (nodes.visits[best] as number)) best = i
  return best
}

/** From 0, lost for the side that moved to the node, to 1, won. */
export const valueOf = (nodes: Nodes, node: number): number =>
  (nodes.total[node] as number) / Math.max(1, nodes.visits[node] as number)

/** Copies a node and all below it to the beginning of other nodes. */
export function copyBelow(from: Nodes, node: number, to: Nodes): void {
  to.size = 0
  makeRoom(to, from.size)
  copyNode(from, node, to)
  for (let parent = 0; parent < to.size; parent++) {
    const begin = to.firstChild[parent] as number
    const count = to.children[parent] as number
    to.firstChild[parent] = to.size
    for (let i = begin; i < begin + count; i++) copyNode(from, i, to)
  }
}

/** The number of the first child stays the one it has in `from`. */
export function copyNode(from: Nodes, node: number, to: Nodes): void {
  const copy = to.size++
  to.cell[copy] = from.cell[node] as number
  to.visits[copy] = from.visits[node] as number
  to.total[copy] = from.total[node] as number
  to.amafTotal[copy] = from.amafTotal[node] as number
  to.amafVisits[copy] = from.amafVisits[node] as number
  to.firstChild[copy] = from.firstChild[node] as number
  to.children[copy] = from.children[node] as number
}
