import { choice, integer, readFields, type Field, type Fields } from '../../base/fields.ts'
import { DIRECTIONS, type Cell, type Direction, type Size } from '../../base/grid.ts'
import { fail, ok, type Problem, type Result } from '../../base/result.ts'
import type { Pair } from '../../game/game.ts'

/** The part of the configuration that a turn depends on. */
export interface TronRules extends Size {
  readonly edge: 'wall' | 'torus'
  readonly timing: 'simultaneous' | 'alternating'
  /** Whether a move is relative to the facing of the cycle, or a compass direction. */
  readonly moves: 'relative' | 'compass'
  /** How often each cycle may boost in a round. */
  readonly boosts: number
}

/** Settings with every cell counted from the top left. */
export interface TronConfig extends TronRules {
  /** As given, in the same order and with duplicates. */
  readonly walls: readonly Cell[]
  /** The board before the first turn, one string a row: `.` empty, `#` wall. */
  readonly board: readonly string[]
  readonly starts: Pair<Start>
  /** Whether seat 0 always has the first start, or a random one of the two. */
  readonly seats: 'fixed' | 'drawn'
}

export interface Start extends Cell {
  readonly facing: Direction
}

/** A cell as a person gives it: a negative number counts from the far edge, -1 being the last column or row. */
interface Place extends Cell {
  readonly facing?: Direction
}

interface TronSettings extends TronRules {
  readonly walls: 'none' | 'outer' | readonly Place[]
  readonly starts: Pair<Place>
  readonly seats: TronConfig['seats']
}

export const SETTINGS: Fields<TronSettings> = {
  width: integer('Columns', 3, 200),
  height: integer('Rows', 3, 200),
  edge: choice('What happens at the edge of the board', ['wall', 'torus']),
  timing: choice('Whether the cycles move together or in turns', ['simultaneous', 'alternating']),
  moves: choice('Whether a move is a turn or a compass direction', ['relative', 'compass']),
  boosts: integer('Boosts for each cycle', 0, 99),
  walls: wallsField(),
  starts: startsField(),
  seats: choice('Whether the first player has the first start, or the seed decides', ['fixed', 'drawn']),
}

export const parseConfig = (input: unknown): Result<TronConfig> => readConfig(SETTINGS, input)

/** As `parseConfig`, but without its bounds on the size: for a game that a player starts on its own machine. */
export const parseConfigOfAnySize = (input: unknown): Result<TronConfig> =>
  readConfig(
    {
      ...SETTINGS,
      width: integer('Columns', 1, Number.MAX_SAFE_INTEGER),
      height: integer('Rows', 1, Number.MAX_SAFE_INTEGER),
    },
    input,
  )

function readConfig(fields: Fields<TronSettings>, input: unknown): Result<TronConfig> {
  const read = readFields(fields, input)
  if (!read.ok) return read
  const settings = read.value
  const walls =
    settings.walls === 'none' ? [] : settings.walls === 'outer' ? outerWalls(settings) : settings.walls
  const [first, second] = settings.starts
  const problem =
    walls.map((wall) => checkInside('walls', 'a wall', wall, settings)).find(Boolean) ??
    checkInside('starts', 'the first cycle', first, settings) ??
    checkInside('starts', 'the second cycle', second, settings)
  if (problem) return { ok: false, problem }
  const starts: Pair<Start> = [startAt(first, settings), startAt(second, settings)]
  if (starts[0].x === starts[1].x && starts[0].y === starts[1].y)
    return fail(
      'bad-setting',
      `Cannot place the second cycle: ${formatCell(starts[1])} is taken by the first`,
      'starts',
    )
  const cells = walls.map((wall) => cellAt(wall, settings))
  return ok({ ...settings, walls: cells, board: drawBoard(settings, cells), starts })
}

function drawBoard({ width, height }: Size, walls: readonly Cell[]): readonly string[] {
  const rows = Array.from({ length: height }, () => Array<string>(width).fill('.'))
  for (const { x, y } of walls) (rows[y] as string[])[x] = '#'
  return rows.map((row) => row.join(''))
}

/** The frame of the board: top, bottom, left, right, so that each corner is listed twice. */
export function outerWalls({ width, height }: Size): readonly Cell[] {
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y)
  return [
    ...columns.map((x) => ({ x, y: 0 })),
    ...columns.map((x) => ({ x, y: height - 1 })),
    ...rows.map((y) => ({ x: 0, y })),
    ...rows.map((y) => ({ x: width - 1, y })),
  ]
}

function wallsField(): Field<TronSettings['walls']> {
  return {
    title: 'Cells that are walls from the start',
    expects: 'none, outer or cells like 3,4 5,6',
    read(value) {
      if (value === 'none' || value === 'outer') return value
      const places = readPlaces(value)
      return places?.every((place) => place.facing === undefined) ? places : undefined
    },
  }
}

function startsField(): Field<Pair<Place>> {
  return {
    title: 'The start and the direction of both cycles',
    expects: 'two cells with a facing like 0,0,s -1,-1,n',
    read(value) {
      const [first, second, ...more] = readPlaces(value) ?? []
      return first && second && more.length === 0 ? [first, second] : undefined
    },
  }
}

/** `"0,0,s -1,-1,n"`, or a list whose items are `"0,0,s"` or `[0, 0, "s"]`. */
function readPlaces(value: unknown): readonly Place[] | undefined {
  const items: unknown = typeof value === 'string' ? value.trim().split(/\s+/) : value
  if (!Array.isArray(items)) return undefined
  const places: Place[] = []
  for (const item of items as readonly unknown[]) {
    const place = readPlace(item)
    if (place === undefined) return undefined
    places.push(place)
  }
  return places
}

function readPlace(item: unknown): Place | undefined {
  const parts: unknown = typeof item === 'string' ? item.split(',') : item
  if (!Array.isArray(parts) || parts.length < 2 || parts.length > 3) return undefined
  const [x, y] = [readCoordinate(parts[0]), readCoordinate(parts[1])]
  if (x === undefined || y === undefined) return undefined
  if (parts.length === 2) return { x, y }
  const facing = DIRECTIONS.find((direction) => direction === parts[2])
  return facing && { x, y, facing }
}

function readCoordinate(value: unknown): number | undefined {
  if (typeof value === 'string') return /^-?\d{1,4}$/.test(value) ? Number(value) : undefined
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

function checkInside(
  at: keyof TronSettings,
  what: string,
  place: Place,
  { width, height }: Size,
): Problem | undefined {
  const inside = place.x >= -width && place.x < width && place.y >= -height && place.y < height
  if (inside) return undefined
  return {
    code: 'bad-setting',
    message: `Cannot place ${what}: ${formatCell(place)} is outside the ${width}×${height} board`,
    at,
  }
}

const cellAt = ({ x, y }: Place, { width, height }: Size): Cell => ({
  x: (x + width) % width,
  y: (y + height) % height,
})

/** Without a facing, a cycle looks towards the side that is farther away. */
function startAt(place: Place, size: Size): Start {
  const { x, y } = cellAt(place, size)
  return { x, y, facing: place.facing ?? (2 * x < size.width - 1 ? 'e' : 'w') }
}

const formatCell = ({ x, y }: Cell): string => `(${x},${y})`
