import { sameCell, type Cell } from '../../base/grid.ts'
import type { Cycle, TronState } from '../../games/tron/index.ts'
import type { Ids } from './situation.ts'

/** What is in a cell: `wall`, `trail`, the player id of a living cycle, `1001_dead`, `collision`, or nothing: the empty text. */
export type CellContent = string | number

/** The dictionary `grid` of a document: `x,y` to what is there. */
export type Grid = Readonly<Record<string, CellContent>>

/** The same before it is written: a board has thousands of cells, and each format writes them straight from it. */
export interface GridSource {
  readonly kind: 'grid'
  readonly board: Pick<TronState, 'rows' | 'cycles'>
  /** By seat. */
  readonly ids: Ids
  /** Whether empty cells are told, too. */
  readonly full: boolean
}

export const isGridSource = (value: unknown): value is GridSource =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'grid'

type Visit = (x: number, y: number, content: CellContent) => void

/** The cycles first, then all other cells in reading order. */
export function eachCell({ board, ids, full }: GridSource, visit: Visit): void {
  const [first, second] = board.cycles
  if (ids[0] !== null) visit(first.x, first.y, contentOf(first, ids[0]))
  if (ids[1] !== null && !sameCell(first, second)) visit(second.x, second.y, contentOf(second, ids[1]))
  board.rows.forEach((row, y) => eachTileOf(row, y, board.cycles, full, visit))
}

export function gridDictionary(source: GridSource): Grid {
  const grid: Record<string, CellContent> = {}
  eachCell(source, (x, y, content) => {
    grid[`${x},${y}`] = content
  })
  return grid
}

/** Both players ask for every position, and more than once: what stands still in it is written once. */
export function gridJson(source: GridSource): string {
  const { board, ids, full } = source
  const [first, second] = board.cycles
  const areAlive = first.death === undefined && second.death === undefined
  const [one, other] = ids
  if (full || !areAlive || one === null || other === null) {
    const cells: string[] = []
    eachCell(source, (x, y, content) => void cells.push(`"${x},${y}":${JSON.stringify(content)}`))
    return `{${cells.join()}}`
  }
  return `{"${first.x},${first.y}":${one},"${second.x},${second.y}":${other}${tilesJson(board.rows, Math.max(one, other))}}`
}

/** A board as it was written last: a move changes one row of it, or a few. */
interface Written {
  readonly rows: readonly string[]
  /** One a row. */
  readonly texts: readonly string[]
  readonly text: string
}

/** By player: the next board that a player asks for is most like the one before. */
const written = new Map<number, Written>()
const MOST_WRITTEN = 1000

/** Living cycles stand on empty cells, so they are not among these. */
function tilesJson(rows: readonly string[], player: number): string {
  const known = written.get(player)
  if (known?.rows === rows) return known.text
  const texts = rows.map((row, y) =>
    known !== undefined && row === known.rows[y] ? (known.texts[y] ?? '') : rowJson(row, y),
  )
  // Joined, not added up: it is kept, and V8 keeps a sum as the tree of its parts.
  const text = texts.join('')
  if (written.size >= MOST_WRITTEN) written.clear()
  written.set(player, { rows, texts, text })
  return text
}

function rowJson(row: string, y: number): string {
  const tiles: string[] = []
  eachTileOf(row, y, NOBODY, false, (x, _, content) => void tiles.push(`,"${x},${y}":"${content}"`))
  return tiles.join('')
}

const NOBODY: readonly Cell[] = []
const EMPTY = '.'.charCodeAt(0)
const WALL = '#'.charCodeAt(0)

function eachTileOf(row: string, y: number, cycles: readonly Cell[], full: boolean, visit: Visit): void {
  // Most rows stay empty for most of a round.
  if (!full && row === emptyRow(row.length)) return
  const taken = cycles.filter((cell) => cell.y === y)
  for (let x = 0; x < row.length; x++) {
    const tile = row.charCodeAt(x)
    if (tile === EMPTY && !full) continue
    if (taken.some((cell) => cell.x === x)) continue
    visit(x, y, tile === EMPTY ? '' : tile === WALL ? 'wall' : 'trail')
  }
}

let empty = ''
const emptyRow = (width: number): string =>
  empty.length === width ? empty : (empty = String.fromCharCode(EMPTY).repeat(width))

function contentOf({ death }: Cycle, id: number): CellContent {
  if (death === undefined) return id
  return death === 'collision' || death === 'head-on' ? 'collision' : `${id}_dead`
}
