/** Compass directions, clockwise. North is up: y grows southwards everywhere in gamegrid. */
export const DIRECTIONS = ['n', 'e', 's', 'w'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const TURNS = ['left', 'forward', 'right'] as const
export type Turn = (typeof TURNS)[number]

/** A cell: x is the column from the left, y the row from the top, both from 0. */
export interface Cell {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const STEPS: Readonly<Record<Direction, Cell>> = {
  n: { x: 0, y: -1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
}

export const sameCell = (a: Cell, b: Cell): boolean => a.x === b.x && a.y === b.y

export const isInside = (cell: Cell, size: Size): boolean =>
  cell.x >= 0 && cell.y >= 0 && cell.x < size.width && cell.y < size.height

/** The neighbouring cell, which may lie outside the board. */
export function step(cell: Cell, direction: Direction): Cell {
  const by = STEPS[direction]
  return { x: cell.x + by.x, y: cell.y + by.y }
}

/** Brings a cell back onto a torus. */
export const wrap = (cell: Cell, size: Size): Cell => ({
  x: (cell.x + size.width) % size.width,
  y: (cell.y + size.height) % size.height,
})

const QUARTERS: Readonly<Record<Turn, number>> = { left: 3, forward: 0, right: 1 }

export const turned = (facing: Direction, turn: Turn): Direction =>
  DIRECTIONS[(DIRECTIONS.indexOf(facing) + QUARTERS[turn]) % 4] as Direction

/** The row with one character replaced. */
export const withChar = (row: string, at: number, char: string): string =>
  row.slice(0, at) + char + row.slice(at + 1)

const encoder = new TextEncoder()
let codes = new Uint8Array(256)

/**
 * The codes of a row of ASCII characters. It is a shared array that each call fills again, and it may be longer than the row. `withChar` leaves a
 * string of several parts; to read one so takes a third of the time of `charCodeAt` for each character.
 */
export function codesOf(row: string): Uint8Array {
  if (codes.length < row.length) codes = new Uint8Array(2 * row.length)
  encoder.encodeInto(row, codes)
  return codes
}
