import { isInside, sameCell, step, wrap, type Cell, type Size } from '../base/grid.ts'
import { show } from '../base/fields.ts'
import { outerWalls } from '../games/tron/index.ts'

/** The moves of torus tron: north, west, south, east. */
export const validMoves = ['n', 'w', 's', 'e'] as const
/** One of `validMoves`. */
export type CompassMove = (typeof validMoves)[number]

/** The status of a game: drawn, won by player 1 or 2, or not over. */
export type GameStatus = 'draw' | 'p1' | 'p2' | 'not-over'

/** Where a move leads from a cell of a torus. */
export function getPos(move: CompassMove, from: Cell, size: Size): Cell {
  if (!validMoves.includes(move))
    throw new RangeError(`Cannot move ${show(move)}: expected one of ${validMoves.join(' ')}`)
  return wrap(step(from, move), size)
}

/** The frame of the board: top, bottom, left and right, with each corner listed twice. */
export const makeOuterWalls = (size: Size): readonly Cell[] => outerWalls(size)

/**
 * The status of a game from the positions of both cycles and all walls and trails before their last move. Two cycles on
 * one cell are both dead.
 */
export function gameStatus(pos1: Cell, pos2: Cell, walls: readonly Cell[]): GameStatus {
  const isDead = (pos: Cell): boolean => sameCell(pos1, pos2) || walls.some((wall) => sameCell(wall, pos))
  if (isDead(pos1)) return isDead(pos2) ? 'draw' : 'p2'
  return isDead(pos2) ? 'p1' : 'not-over'
}

/** Whether this is a size: whole numbers of columns and rows, at least one of each. */
export function validSize(size: unknown): size is Size {
  const { width, height } = fieldsOf(size)
  return (
    Number.isSafeInteger(width) &&
    Number.isSafeInteger(height) &&
    (width as number) > 0 &&
    (height as number) > 0
  )
}

/** Whether this is a cell of a board of that size. */
export function validPosition(size: Size, position: unknown): position is Cell {
  const { x, y } = fieldsOf(position)
  return (
    Number.isSafeInteger(x) && Number.isSafeInteger(y) && isInside({ x: x as number, y: y as number }, size)
  )
}

/** Whether this is a list of cells of a board of that size; a cell may be listed more than once. */
export const validWalls = (size: Size, walls: unknown): walls is readonly Cell[] =>
  Array.isArray(walls) && walls.every((wall) => validPosition(size, wall))

export interface BoardLook {
  /** `. # 1 2 *` instead of `∘ ⌹ ⍋ ⍒ ⍣`. */
  readonly ascii?: boolean
}

export interface PrintOptions extends BoardLook {
  /** Where to print; the terminal unless told otherwise. */
  readonly output?: { write(text: string): unknown }
}

/** Prints a board and an empty line; walls are all cells that are deadly, trails included. */
export function printBoard(
  size: Size,
  walls: readonly Cell[],
  pos1: Cell,
  pos2: Cell,
  options: PrintOptions = {},
): void {
  const { output = process.stdout } = options
  output.write(`${formatBoard(size, walls, pos1, pos2, options)}\n\n`)
}

/** The same as text: a line for each row, with a space between the cells. */
export function formatBoard(
  size: Size,
  walls: readonly Cell[],
  pos1: Cell,
  pos2: Cell,
  look: BoardLook = {},
): string {
  const { empty, wall, first, second, dead } = look.ascii ? ASCII : APL
  const rows = Array.from({ length: size.height }, () => Array<string>(size.width).fill(empty))
  const put = ({ x, y }: Cell, mark: string): void => {
    const row = rows[y]
    if (row) row[x] = mark
  }
  for (const cell of walls) put(cell, wall)
  for (const [pos, mark] of [
    [pos2, second],
    [pos1, first],
  ] as const)
    put(pos, rows[pos.y]?.[pos.x] === empty ? mark : dead)
  return rows.map((row) => row.join(' ')).join('\n')
}

const APL = { empty: '∘', wall: '⌹', first: '⍋', second: '⍒', dead: '⍣' }
const ASCII = { empty: '.', wall: '#', first: '1', second: '2', dead: '*' }

const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? value : {}
