import { DIRECTIONS, isInside, step, turned, TURNS, wrap } from '../../base/grid.ts'
import type { Cell, Direction } from '../../base/grid.ts'
import type { Rng } from '../../base/rng.ts'
import type { Start, TronConfig } from './config.ts'

/**
 * An opening: other starts for both cycles. The second cycle stands near the point that lies opposite to the first, but not on
 * it: from mirrored starts, bots that decide alike mirror each other's moves and draw. Undefined if the settings leave no
 * choice: a cycle starts on a wall, no path connects the starts, or the board is too small.
 */
export function propose(config: TronConfig, rng: Rng): { readonly starts: readonly string[] } | undefined {
  const [first, second] = config.starts
  if (!isFree(config, first) || !isFree(config, second)) return undefined
  const room = distances(config, first)
  if (!room.has(keyOf(config, second))) return undefined
  const cells = cellsOf(config).filter((cell) => room.has(keyOf(config, cell)))
  const places = cells.filter((cell) => facings(config, cell).length > 0)
  if (places.length < FEWEST_PLACES) return undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const one = rng.pick(places)
    const far = distances(config, one)
    const apart = leastDistance(config)
    const others = places.filter(
      (cell) => (far.get(keyOf(config, cell)) ?? 0) >= apart && isNearlyOpposite(config, one, cell),
    )
    if (others.length === 0) continue
    const starts = [startAt(config, one, rng), startAt(config, rng.pick(others), rng)]
    return { starts: starts.map(({ x, y, facing }) => `${x},${y},${facing}`) }
  }
  return undefined
}

const FEWEST_PLACES = 8
const ATTEMPTS = 20

/** A third of the way from corner to corner; on a torus half of that, where nothing is farther away. */
function leastDistance({ width, height, edge }: TronConfig): number {
  return Math.max(3, Math.floor((width + height) / (edge === 'torus' ? 6 : 3)))
}

/** Whether a cell lies near the image of the other cell under a half turn of the board, but not on it. */
function isNearlyOpposite({ width, height }: TronConfig, one: Cell, cell: Cell): boolean {
  const [across, down] = [width - 1 - one.x - cell.x, height - 1 - one.y - cell.y].map(Math.abs) as [
    number,
    number,
  ]
  const slack = (length: number): number => Math.max(1, Math.round(length / SLACK))
  return (across > 0 || down > 0) && across <= slack(width) && down <= slack(height)
}

/** The image may be missed by this part of the board. */
const SLACK = 5

const startAt = (config: TronConfig, cell: Cell, rng: Rng): Start => ({
  ...cell,
  facing: rng.pick(facings(config, cell)),
})

/** The directions in which a cycle can drive on and has a choice: the cell ahead is free, and one to its side. */
const facings = (config: TronConfig, cell: Cell): readonly Direction[] =>
  DIRECTIONS.filter((facing) => {
    const free = TURNS.filter((turn) => isFree(config, neighbour(config, cell, turned(facing, turn))))
    return free.includes('forward') && free.length > 1
  })

/** Steps to every cell that a cycle can reach. */
function distances(config: TronConfig, from: Cell): ReadonlyMap<number, number> {
  const steps = new Map([[keyOf(config, from), 0]])
  const queue = [from]
  for (const cell of queue)
    for (const direction of DIRECTIONS) {
      const next = neighbour(config, cell, direction)
      const key = keyOf(config, next)
      if (steps.has(key) || !isFree(config, next)) continue
      steps.set(key, (steps.get(keyOf(config, cell)) ?? 0) + 1)
      queue.push(next)
    }
  return steps
}

const neighbour = (config: TronConfig, cell: Cell, direction: Direction): Cell =>
  config.edge === 'torus' ? wrap(step(cell, direction), config) : step(cell, direction)

const isFree = (config: TronConfig, cell: Cell): boolean =>
  isInside(cell, config) && config.board[cell.y]?.[cell.x] === '.'

const keyOf = ({ width }: TronConfig, { x, y }: Cell): number => y * width + x

const cellsOf = ({ width, height }: TronConfig): readonly Cell[] =>
  Array.from({ length: width * height }, (_, key) => ({ x: key % width, y: Math.floor(key / width) }))
