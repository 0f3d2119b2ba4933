import { DIRECTIONS, type Cell, type Direction } from '../../../src/base/grid.ts'
import type { AnyGame, Seat } from '../../../src/game/game.ts'
import type { Target } from '../../../src/game/scene.ts'

/** A move and where on the board it points. */
export interface MoveTarget {
  readonly move: string
  readonly target: Target
}

export const targetsOf = (
  game: AnyGame,
  view: unknown,
  seat: Seat,
  legal: readonly string[],
): readonly MoveTarget[] => legal.map((move) => ({ move, target: game.target(view, seat, move) }))

/** A strip along the edge of a cell belongs to the fence there, if there may be one. This is its width, in cells. */
const RIM = 0.17

/**
 * The move that a place on the board means; the place is counted in cells from the top left corner of the board. Which
 * way is enough where a move is a way; beside the cells that can be gone to, the nearest fence.
 */
export function moveAt(targets: readonly MoveTarget[], point: Cell, isFar = false): MoveTarget | undefined {
  const way = targets.find(({ target }) => target.kind === 'way')
  if (way) {
    const facing = facingOf({ x: point.x - way.target.x - 0.5, y: point.y - way.target.y - 0.5 })
    return facing && moveThere(targets, facing, isFar)
  }
  const [column, row] = [Math.floor(point.x), Math.floor(point.y)]
  const hasFences = targets.some(({ target }) => target.kind === 'fence')
  const isInside = (value: number): boolean =>
    !hasFences || (value - Math.floor(value) >= RIM && value - Math.floor(value) <= 1 - RIM)
  const cell = targets.find(({ target: { kind, x, y } }) => kind === 'cell' && x === column && y === row)
  if (cell && isInside(point.x) && isInside(point.y)) return cell
  return nearestFence(targets, point) ?? cell
}

/** The move in that direction: the plain one, else the one that goes farthest. */
export function moveThere(
  targets: readonly MoveTarget[],
  facing: Direction,
  isFar = false,
): MoveTarget | undefined {
  const steps = ({ target }: MoveTarget): number => (target.kind === 'way' ? target.steps : 0)
  const ways = targets
    .filter(({ target }) => target.kind === 'way' && target.facing === facing)
    .toSorted((a, b) => steps(a) - steps(b))
  return isFar ? ways.at(-1) : ways[0]
}

/** The ways that are not fatal at once; all of them if there is no other. Keys and swipes lead nowhere else: a slip costs no round. */
export function openWays(targets: readonly MoveTarget[]): readonly MoveTarget[] {
  const open = targets.filter(({ target }) => target.kind !== 'way' || !target.isFatal)
  return open.length > 0 ? open : targets
}

/** Whether some moves go farther than others that way, like a boost. */
export const hasFarWays = (targets: readonly MoveTarget[]): boolean =>
  targets.some(({ target }) => target.kind === 'way' && target.steps > 1)

export const hasWays = (targets: readonly MoveTarget[]): boolean =>
  targets.some(({ target }) => target.kind === 'way')

/** The next target in a direction, for arrow keys; without a current target, the first. */
export function nextTarget(
  targets: readonly MoveTarget[],
  from: MoveTarget | undefined,
  facing: Direction,
): MoveTarget | undefined {
  if (from === undefined) return targets.find(({ target }) => target.kind === 'cell') ?? targets[0]
  const here = middleOf(from.target)
  let best: { readonly found: MoveTarget; readonly cost: number } | undefined
  for (const found of targets) {
    const there = middleOf(found.target)
    const [ahead, aside] = turnedBy(facing, { x: there.x - here.x, y: there.y - here.y })
    const cost = ahead + 2.5 * Math.abs(aside)
    if (ahead > 0.01 && (best === undefined || cost < best.cost)) best = { found, cost }
  }
  return best?.found ?? from
}

/** Two crossing fences share a centre: one is chosen left of it, the other above it. */
function middleOf(target: Target): Cell {
  if (target.kind !== 'fence') return { x: target.x + 0.5, y: target.y + 0.5 }
  return target.lies === 'flat'
    ? { x: target.x + 0.75, y: target.y + 1 }
    : { x: target.x + 1, y: target.y + 0.75 }
}

function turnedBy(facing: Direction, { x, y }: Cell): readonly [ahead: number, aside: number] {
  switch (facing) {
    case 'n':
      return [-y, x]
    case 'e':
      return [x, y]
    case 's':
      return [y, x]
    case 'w':
      return [-x, y]
  }
}

/** The direction from the centre; undefined at the centre. */
export function facingOf(by: Cell): Direction | undefined {
  if (Math.abs(by.x) < 0.5 && Math.abs(by.y) < 0.5) return undefined
  return DIRECTIONS.toSorted((a, b) => turnedBy(b, by)[0] - turnedBy(a, by)[0])[0]
}

function nearestFence(targets: readonly MoveTarget[], point: Cell): MoveTarget | undefined {
  let best: { readonly found: MoveTarget; readonly cost: number } | undefined
  for (const found of targets) {
    const { target } = found
    if (target.kind !== 'fence') continue
    const [dx, dy] = [Math.abs(point.x - target.x - 1), Math.abs(point.y - target.y - 1)]
    const [along, across] = target.lies === 'flat' ? [dx, dy] : [dy, dx]
    if (along > 1.2 || across > 0.55) continue
    const cost = across + 0.3 * along
    if (best === undefined || cost < best.cost) best = { found, cost }
  }
  return best?.found
}
