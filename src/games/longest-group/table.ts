import type { Size } from '../../base/grid.ts'
import { formatMove, type LongestGroupMove } from './notation.ts'

/** Lookup tables for a board size, with cells numbered in reading order. */
export interface Table {
  readonly names: readonly LongestGroupMove[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Four neighbours a cell; the number of cells stands for "off the board". */
  readonly neighbours: Int16Array
}

const tables = new Map<number, Table>()

export function tableOf({ width, height }: Size): Table {
  const key = width * 1000 + height
  let table = tables.get(key)
  if (table === undefined) tables.set(key, (table = makeTable(width, height)))
  return table
}

function makeTable(width: number, height: number): Table {
  const cells = width * height
  const names = Array.from({ length: cells }, (_, cell) => formatMove(cell % width, Math.floor(cell / width)))
  const neighbours = new Int16Array(4 * cells).fill(cells)
  for (let cell = 0; cell < cells; cell++) {
    if (cell >= width) neighbours[4 * cell] = cell - width
    if (cell % width < width - 1) neighbours[4 * cell + 1] = cell + 1
    if (cell < cells - width) neighbours[4 * cell + 2] = cell + width
    if (cell % width > 0) neighbours[4 * cell + 3] = cell - 1
  }
  return { names, indexOf: new Map(names.map((name, cell) => [name, cell])), neighbours }
}
