import { sameCell, wrap, type Cell, type Size } from '../base/grid.ts'
import { validPosition, validSize, validWalls } from './board.ts'

/** A symmetry of the torus. */
export interface Symmetry {
  /** `rotation by 180°`, `reflection left to right`, `translation`, … */
  readonly name: string
  /** The mapping of a cell: `(x . y) → (36 - x . 9 - y)`. */
  readonly map: string
}

/** A symmetry that would make the game fair, and a cell that breaks it. */
export interface BrokenSymmetry extends Symmetry {
  readonly cell: Cell
  /** The image of that cell. */
  readonly image: Cell
  /** What is wrong, in one sentence without a full stop. */
  readonly reason: string
}

/** Whether the board is fair, and why. */
export type Fairness =
  | { readonly fair: true; readonly symmetry: Symmetry; readonly reason: string }
  | { readonly fair: false; readonly broken: readonly BrokenSymmetry[]; readonly reason: string }

/** Whether the board favours neither player: see `explainFairness`. */
export const fairGame = (size: Size, walls: readonly Cell[], pos1: Cell, pos2: Cell): boolean =>
  explainFairness(size, walls, pos1, pos2).fair

/**
 * Which symmetry makes a board fair, or which cell breaks each symmetry. A game is fair if a symmetry of the torus (a
 * reflection, rotation, translation or a combination) maps the walls onto themselves and swaps the two starts: then
 * both players have the same game. For each kind of symmetry at most one maps the first start to the second, so all of
 * them can be tried.
 */
export function explainFairness(size: Size, walls: readonly Cell[], pos1: Cell, pos2: Cell): Fairness {
  if (!validSize(size))
    throw new TypeError('Cannot judge the game: expected a size like { width: 37, height: 10 }')
  if (!validWalls(size, walls))
    throw new TypeError('Cannot judge the game: expected walls that are cells of the board')
  if (!validPosition(size, pos1) || !validPosition(size, pos2))
    throw new TypeError('Cannot judge the game: expected starts that are cells of the board')
  const isWall = wallTest(size, walls)
  const broken: BrokenSymmetry[] = []
  for (const turn of TURNS) {
    if (turn.squareOnly && size.width !== size.height) continue
    const symmetry = symmetryBetween(turn, size, pos1, pos2)
    const flaw = findFlaw(symmetry, walls, isWall, pos1, pos2)
    const { name, map } = symmetry
    if (flaw === undefined)
      return {
        fair: true,
        symmetry: { name, map },
        reason: `a ${name}, ${map}, keeps the walls and swaps the starts`,
      }
    broken.push({ name, map, ...flaw })
  }
  return { fair: false, broken, reason: broken.map(({ name, reason }) => `no ${name}: ${reason}`).join('; ') }
}

/** The linear part of a symmetry: the image's x and y as multiples of x and y. */
interface Turning {
  readonly name: string
  readonly squareOnly: boolean
  readonly x: readonly [-1 | 0 | 1, -1 | 0 | 1]
  readonly y: readonly [-1 | 0 | 1, -1 | 0 | 1]
  /** Whether the shift makes it a glide reflection, and not only moves its centre or axis. */
  readonly glides: (dx: number, dy: number, size: Size) => boolean
}

const TURNS: readonly Turning[] = [
  { name: 'rotation by 180°', squareOnly: false, x: [-1, 0], y: [0, -1], glides: () => false },
  { name: 'reflection left to right', squareOnly: false, x: [-1, 0], y: [0, 1], glides: (_, dy) => dy !== 0 },
  { name: 'reflection top to bottom', squareOnly: false, x: [1, 0], y: [0, -1], glides: (dx) => dx !== 0 },
  { name: 'translation', squareOnly: false, x: [1, 0], y: [0, 1], glides: () => false },
  {
    name: 'reflection in a falling diagonal',
    squareOnly: true,
    x: [0, 1],
    y: [1, 0],
    glides: (dx, dy, { width }) => (dx + dy) % width !== 0,
  },
  {
    name: 'reflection in a rising diagonal',
    squareOnly: true,
    x: [0, -1],
    y: [-1, 0],
    glides: (dx, dy, { width }) => (dx - dy) % width !== 0,
  },
  { name: 'rotation by 90°', squareOnly: true, x: [0, -1], y: [1, 0], glides: () => false },
  { name: 'rotation by 270°', squareOnly: true, x: [0, 1], y: [-1, 0], glides: () => false },
]

interface Mapping extends Symmetry {
  readonly apply: (cell: Cell) => Cell
}

/** The only symmetry of that kind that maps one cell to the other. */
function symmetryBetween(turn: Turning, size: Size, from: Cell, to: Cell): Mapping {
  const turned = ({ x, y }: Cell): Cell => ({
    x: turn.x[0] * x + turn.x[1] * y,
    y: turn.y[0] * x + turn.y[1] * y,
  })
  const start = turned(from)
  const shift = onTorus({ x: to.x - start.x, y: to.y - start.y }, size)
  const name = turn.glides(shift.x, shift.y, size) ? `${turn.name} with a shift` : turn.name
  return {
    name,
    map: `(x . y) → (${formula(turn.x, shift.x)} . ${formula(turn.y, shift.y)})`,
    apply(cell) {
      const image = turned(cell)
      return onTorus({ x: image.x + shift.x, y: image.y + shift.y }, size)
    },
  }
}

function findFlaw(
  { apply }: Mapping,
  walls: readonly Cell[],
  isWall: (cell: Cell) => boolean,
  pos1: Cell,
  pos2: Cell,
): Pick<BrokenSymmetry, 'cell' | 'image' | 'reason'> | undefined {
  const back = apply(pos2)
  if (!sameCell(back, pos1))
    return {
      cell: pos2,
      image: back,
      reason: `the second start ${format(pos2)} goes to ${format(back)}, which is not the first start`,
    }
  // One direction is enough: the mapping is injective, so if all images are walls, they are all the walls.
  const cell = walls.find((wall) => !isWall(apply(wall)))
  if (cell === undefined) return undefined
  const image = apply(cell)
  return { cell, image, reason: `the wall ${format(cell)} goes to ${format(image)}, which is not a wall` }
}

function wallTest({ width }: Size, walls: readonly Cell[]): (cell: Cell) => boolean {
  const taken = new Set(walls.map(({ x, y }) => y * width + x))
  return ({ x, y }) => taken.has(y * width + x)
}

/** Brings any cell onto the torus, however far away it is. */
const onTorus = ({ x, y }: Cell, size: Size): Cell => wrap({ x: x % size.width, y: y % size.height }, size)

/** The formula of a coordinate before wrapping: `36 - x`, `x`, `y + 3`. */
function formula([ofX, ofY]: Turning['x'], shift: number): string {
  const letter = ofX === 0 ? 'y' : 'x'
  if ((ofX || ofY) > 0) return shift === 0 ? letter : `${letter} + ${shift}`
  return shift === 0 ? `-${letter}` : `${shift} - ${letter}`
}

const format = ({ x, y }: Cell): string => `(${x} . ${y})`
