import { isInside, type Cell } from '../../../src/base/grid.ts'
import type { Mark, MarkCell, MarkColour } from '../../../src/game/remark.ts'
import type { Scene } from '../../../src/game/scene.ts'

/** A mark with its cells on the board. */
export type PlacedMark =
  | { readonly kind: 'cell'; readonly at: Cell; readonly colour?: MarkColour }
  | { readonly kind: 'label'; readonly at: Cell; readonly text: string; readonly colour?: MarkColour }
  | { readonly kind: 'arrow'; readonly from: Cell; readonly to: Cell; readonly colour?: MarkColour }

/** The marks that lie on the board; others are left out. */
export const placeMarks = (scene: Scene, marks: readonly Mark[]): readonly PlacedMark[] =>
  marks.flatMap((mark) => placed(scene, mark) ?? [])

function placed(scene: Scene, mark: Mark): PlacedMark | undefined {
  const coloured = mark.colour && { colour: mark.colour }
  if ('from' in mark) {
    const [from, to] = [cellOf(scene, mark.from), cellOf(scene, mark.to)]
    return from && to && { kind: 'arrow', from, to, ...coloured }
  }
  const at = cellOf(scene, mark.cell)
  if (!at) return undefined
  return mark.label === undefined
    ? { kind: 'cell', at, ...coloured }
    : { kind: 'label', at, text: mark.label, ...coloured }
}

function cellOf(scene: Scene, cell: MarkCell): Cell | undefined {
  if (typeof cell === 'string') return cellNamed(scene, cell.toLowerCase())
  const [x, y] = cell
  return isInside({ x, y }, scene) ? { x, y } : undefined
}

function cellNamed(
  { width, cellNames = [], columnNames = [], rowNames = [] }: Scene,
  name: string,
): Cell | undefined {
  const index = cellNames.findIndex((each) => each.toLowerCase() === name)
  if (index >= 0) return { x: index % width, y: Math.floor(index / width) }
  const x = columnNames.findIndex(
    (column) => name.startsWith(column) && rowNames.includes(name.slice(column.length)),
  )
  const column = columnNames[x]
  // Where both are numbers, a name made of the two could mean several cells.
  return column === undefined || /\d/.test(column)
    ? undefined
    : { x, y: rowNames.indexOf(name.slice(column.length)) }
}

/** The name of a cell as a person reads it on the board: `e2`, `NW`, or `3,4`. */
export function cellText({ width, cellNames, columnNames, rowNames }: Scene, { x, y }: Cell): string {
  const name = cellNames?.[y * width + x]
  if (name !== undefined) return name
  const [column, row] = [columnNames?.[x], rowNames?.[y]]
  return column === undefined || row === undefined || /\d/.test(column) ? `${x},${y}` : `${column}${row}`
}
