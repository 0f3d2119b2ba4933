import { DIRECTIONS, isInside, step, wrap } from '../../base/grid.ts'
import type { Cell, Direction } from '../../base/grid.ts'
import type { Rng } from '../../base/rng.ts'
import type { TronConfig } from './config.ts'

/**
 * An opening: other starts for both cycles, far apart, and with about as many cells nearer to the one as to the other. They are
 * no mirror images: from such starts bots that decide alike mirror each other's moves and draw. Undefined if the settings
 * leave no choice: a cycle starts on a wall, no path connects the starts, or the board is too small.
 */
export function propose(config: TronConfig, rng: Rng): { readonly starts: readonly string[] } | undefined {
  const map = mapOf(config)
  const [first, second] = config.starts.map(({ x, y }) => y * config.width + x) as [number, number]
  if (map.free[first] === 0) return undefined
  const room = distances(map, first)
  // A wall is never reached, either.
  if (room[second] === UNREACHED) return undefined
  const places = [...room.keys()].filter((cell) => room[cell] !== UNREACHED && facings(map, cell).length > 0)
  if (places.length < FEWEST_PLACES) return undefined
  const pair = findPair(map, places, rng)
  return pair && { starts: pair.map((cell) => describeStart(map, cell, rng)) }
}

const FEWEST_PLACES = 16
const ATTEMPTS = 30
/** Second cells that are tried beside a first one. */
const TRIES = 8
/** The share of the board by which the territories of the two may differ. */
const TOLERANCE = 0.03

/** The first pair of cells whose territories are nearly equal, or the most equal pair of all attempts. */
function findPair(map: TronMap, places: readonly number[], rng: Rng): readonly [number, number] | undefined {
  const apart = leastDistance(map.config)
  let best: { readonly pair: readonly [number, number]; readonly lead: number } | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const one = rng.pick(places)
    const near = distances(map, one)
    const others = places.filter((cell) => (near[cell] as number) >= apart && !isImage(map.config, one, cell))
    for (let tried = 0; tried < TRIES && others.length > 0; tried++) {
      const other = rng.pick(others)
      const lead = Math.abs(territoryLead(map, near, distances(map, other)))
      if (best === undefined || lead < best.lead) best = { pair: [one, other], lead }
      if (lead <= TOLERANCE * places.length) return [one, other]
    }
  }
  return best?.pair
}

/** A third of the way from corner to corner; on a torus half of that, because no cell is as far away. */
const leastDistance = ({ width, height, edge }: TronConfig): number =>
  Math.max(3, Math.floor((width + height) / (edge === 'torus' ? 6 : 3)))

/** Whether one cell is the other in a mirror, or after a half turn of the board. */
function isImage({ width, height }: TronConfig, one: number, other: number): boolean {
  const [ax, ay] = [one % width, Math.floor(one / width)]
  const [bx, by] = [other % width, Math.floor(other / width)]
  const [across, down] = [ax + bx === width - 1, ay + by === height - 1]
  return (across && down) || (across && ay === by) || (down && ax === bx)
}

/** How many more cells the first cycle reaches before the other. The one that moves first arrives first where both are equally far. */
function territoryLead({ config }: TronMap, mine: Int32Array, theirs: Int32Array): number {
  const tie = config.timing === 'alternating' ? 1 : 0
  let lead = 0
  for (let cell = 0; cell < mine.length; cell++) {
    const ahead = (theirs[cell] as number) - (mine[cell] as number)
    lead += ahead === 0 ? (mine[cell] === UNREACHED ? 0 : tie) : Math.sign(ahead)
  }
  return lead
}

function describeStart(map: TronMap, cell: number, rng: Rng): string {
  const { width } = map.config
  return `${cell % width},${Math.floor(cell / width)},${rng.pick(facings(map, cell))}`
}

/** The directions in which a cycle can drive on and has a choice: the cell ahead is free, and one to its side. */
function facings({ free, next }: TronMap, cell: number): readonly Direction[] {
  /** Counted clockwise, past four as well. */
  const isOpen = (arm: number): boolean => {
    const to = next[4 * cell + (arm % 4)] as number
    return to !== OFF && free[to] === 1
  }
  return DIRECTIONS.filter((_, arm) => isOpen(arm) && (isOpen(arm + 1) || isOpen(arm + 3)))
}

const UNREACHED = -1

/** Steps from a cell to every cell that a cycle can reach. */
function distances({ free, next }: TronMap, from: number): Int32Array {
  const steps = new Int32Array(free.length).fill(UNREACHED)
  const queue = new Int32Array(free.length)
  steps[from] = 0
  queue[0] = from
  let waiting = 1
  for (let head = 0; head < waiting; head++) {
    const cell = queue[head] as number
    for (let arm = 4 * cell; arm < 4 * cell + 4; arm++) {
      const to = next[arm] as number
      if (to === OFF || free[to] === 0 || steps[to] !== UNREACHED) continue
      steps[to] = (steps[cell] as number) + 1
      queue[waiting++] = to
    }
  }
  return steps
}

/** The board by cells, counted in reading order. */
interface TronMap {
  readonly config: TronConfig
  /** 1 for a cell without a wall. */
  readonly free: Uint8Array
  /** Four neighbours a cell, in the order of `DIRECTIONS`; `OFF` for those outside. */
  readonly next: Int32Array
}

const OFF = -1

function mapOf(config: TronConfig): TronMap {
  const { width, height, edge, board } = config
  const free = new Uint8Array(width * height)
  const next = new Int32Array(4 * width * height)
  for (let cell = 0; cell < free.length; cell++) {
    const at: Cell = { x: cell % width, y: Math.floor(cell / width) }
    if (board[at.y]?.[at.x] === '.') free[cell] = 1
    for (const [arm, direction] of DIRECTIONS.entries()) {
      const ahead = step(at, direction)
      const to = edge === 'torus' ? wrap(ahead, config) : ahead
      next[4 * cell + arm] = isInside(to, config) ? to.y * width + to.x : OFF
    }
  }
  return { config, free, next }
}
