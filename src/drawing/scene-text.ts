import type { Cell } from '../base/grid.ts'
import type { Scene } from '../game/scene.ts'
import { ink, pictureText, type Ink, type Picture, type Style } from './ink.ts'
import {
  centred,
  GREY,
  GROOVE,
  joined,
  lookAt,
  markInk,
  pixelColour,
  type Look,
  type Mark,
} from './scene-marks.ts'

export { visibleWidth } from './ink.ts'

export interface DrawOptions {
  readonly colour: boolean
  /** The room on the screen. The picture always fits. */
  readonly columns: number
  readonly rows: number
  /** Use ASCII characters only. */
  readonly ascii?: boolean
  /** Cells to point out, such as the last move. */
  readonly highlight?: readonly Cell[]
}

/**
 * Draws any scene as lines of equal width. It tries these in order and takes the first that fits: full size with frame
 * and labels, full size without labels, one column for each cell, several cells for each column.
 */
export function drawScene(scene: Scene, options: DrawOptions): string[] {
  const columns = Math.max(1, Math.floor(options.columns))
  const rows = Math.max(1, Math.floor(options.rows))
  const look = lookAt(scene, options)
  for (const picture of pictures(look, columns, rows))
    if (picture.length <= rows && widthOf(picture) <= columns) return pictureText(picture, look.colour)
  return pictureText(shrunken(look, columns, rows), look.colour)
}

const SMALL = 6

function* pictures(look: Look, columns: number, rows: number): Generator<Picture> {
  const { width, height, tile } = look.scene
  const ruled = tile === 'stone' && width <= SMALL && height <= SMALL
  if (width * 2 <= columns && height <= rows) {
    const layout = look.fenced || ruled ? lattice(look, ruled && !look.fenced) : cells(look, 2)
    const framed = withFrame(layout.picture, look)
    yield withLabels(framed, layout, look)
    yield framed
  }
  if (width <= columns && height <= 2 * rows && !look.fenced) {
    const small = look.halves ? halved(gridOf(look), look) : cells(look, 1).picture
    yield withFrame(small, look)
    yield small
  }
}

/** A picture and where its cells are, for the labels. */
interface Layout {
  readonly picture: Picture
  readonly cellWidth: number
  readonly columnPitch: number
  readonly rowPitch: number
}

function cells(look: Look, cellWidth: 1 | 2): Layout {
  const picture = gridOf(look).map((line) => line.flatMap((mark) => markInk(mark, cellWidth, look)))
  return { picture, cellWidth, columnPitch: cellWidth, rowPitch: 1 }
}

/** Cells three columns wide, with grooves between them. `ruled` draws lines in the grooves. */
function lattice(look: Look, ruled: boolean): Layout {
  const inkOf = (mark: Mark, x: number, y: number): readonly Ink[] => {
    const span = x % 2 === 0 ? 3 : 1
    return mark.kind === 'groove' && ruled ? ruling(x, y, span, look) : markInk(mark, span, look)
  }
  const picture = latticeOf(look).map((line, y) => line.flatMap((mark, x) => inkOf(mark, x, y)))
  return { picture, cellWidth: 3, columnPitch: 4, rowPitch: 2 }
}

function ruling(x: number, y: number, span: number, { letters }: Look): readonly Ink[] {
  const line = y % 2 === 0 ? 1 : x % 2 === 0 ? 0 : 2
  return ink(letters.ruling.charAt(line).repeat(span), { fg: GREY.line })
}

type Grid = readonly (readonly Mark[])[]

const gridOf = ({ scene, cellAt }: Look): Grid => makeGrid(scene.width, scene.height, cellAt)

const latticeOf = ({ scene, latticeAt }: Look): Grid =>
  makeGrid(2 * scene.width - 1, 2 * scene.height - 1, latticeAt)

/** Draws two cells in one character, one above the other. */
const halved = (grid: Grid, look: Look): Picture =>
  makeGrid(widthOf(grid), Math.ceil(grid.length / 2), (x, y): Ink => {
    const top = pixelColour(grid[2 * y]?.[x], look)
    const bottom = pixelColour(grid[2 * y + 1]?.[x], look)
    if (top === bottom) return { char: top === undefined ? ' ' : '█', style: { fg: top } }
    return top === undefined
      ? { char: '▄', style: { fg: bottom } }
      : { char: '▀', style: { fg: top, bg: bottom } }
  })

/** Shrinks the whole board to the screen: one character, or half of one, for each block of cells. */
function shrunken(look: Look, columns: number, rows: number): Picture {
  const framed = look.scene.edge !== 'none' && columns >= 12 && rows >= 6
  const [across, down] = framed ? [columns - 2, rows - 2] : [columns, rows]
  const grid = look.fenced ? latticeOf(look) : gridOf(look)
  const scale = Math.max(1, widthOf(grid) / across, grid.length / (2 * down))
  const width = Math.min(across, Math.round(widthOf(grid) / scale) || 1)
  const height = Math.min(2 * down, Math.round(grid.length / scale) || 1)
  const picture = look.halves
    ? halved(shrink(grid, width, height), look)
    : shrink(grid, width, Math.ceil(height / 2)).map((line) => line.flatMap((mark) => markInk(mark, 1, look)))
  return framed ? withFrame(picture, look) : picture
}

function shrink(grid: Grid, width: number, height: number): Grid {
  const block = <T>(items: readonly T[], index: number, count: number): readonly T[] =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count))
  return makeGrid(width, height, (x, y) => {
    const marks = block(grid, y, height).flatMap((line) => block(line, x, width))
    return marks.reduce<Mark>(joined, GROOVE)
  })
}

const LABEL: Style = { fg: GREY.label }

function withFrame(picture: Picture, { scene, letters }: Look): Picture {
  if (scene.edge === 'none') return picture
  const [flat = '', upright = '', ...corners] = letters.frame[scene.edge]
  const line = (from = '', to = ''): readonly Ink[] => ink(from + flat.repeat(widthOf(picture)) + to, LABEL)
  const side = ink(upright, LABEL)
  return [
    line(corners[0], corners[1]),
    ...picture.map((row) => [...side, ...row, ...side]),
    line(corners[2], corners[3]),
  ]
}

function withLabels(picture: Picture, layout: Layout, { scene }: Look): Picture {
  const { columnNames = [], rowNames = [] } = scene
  const frame = scene.edge === 'none' ? 0 : 1
  const margin = rowNames.length === 0 ? 0 : longest(rowNames) + 1
  const body = picture.map((row, line) => {
    const name = rowNames[(line - frame) / layout.rowPitch] ?? ''
    return [...ink(name.padStart(margin - 1).padEnd(margin), LABEL), ...row]
  })
  const header = columnLabels(columnNames, layout).map((names) =>
    ink(' '.repeat(margin + frame) + names + ' '.repeat(frame), LABEL),
  )
  // The column names stand beside row one: below the board if rows count from the bottom.
  return Number(rowNames[0]) > Number(rowNames.at(-1)) ? [...body, ...header] : [...header, ...body]
}

/** The names in one line, or written downwards if they are too wide. */
function columnLabels(names: readonly string[], { cellWidth, columnPitch }: Layout): readonly string[] {
  const lines = longest(names)
  const gap = ' '.repeat(columnPitch - cellWidth)
  const line = (words: readonly string[]): string => words.map((word) => centred(word, cellWidth)).join(gap)
  if (lines === 0) return []
  if (lines < columnPitch) return [line(names)]
  return Array.from({ length: lines }, (_, index) =>
    line(names.map((name) => name.padStart(lines).charAt(index))),
  )
}

const longest = (names: readonly string[]): number => Math.max(0, ...names.map((name) => name.length))

const widthOf = (grid: readonly (readonly unknown[])[]): number => grid[0]?.length ?? 0

const makeGrid = <T>(
  width: number,
  height: number,
  at: (x: number, y: number) => T,
): readonly (readonly T[])[] =>
  Array.from({ length: height }, (_row, y) => Array.from({ length: width }, (_cell, x) => at(x, y)))
