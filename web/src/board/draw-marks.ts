import { sameCell, type Cell } from '../../../src/base/grid.ts'
import { otherSeat, SEATS, type Pair, type Seat } from '../../../src/game/game.ts'
import type { Scene } from '../../../src/game/scene.ts'
import { cellCentre, cellRect, type Geometry } from './board-geometry.ts'
import type { Palette } from './palette.ts'
import type { PlacedMark } from './place-marks.ts'

type Context = CanvasRenderingContext2D

/** The marks of both seats. They differ by more than colour: circles and lines of seat 0, squares and dashes of seat 1. */
export type Marks = Pair<readonly PlacedMark[]>

/** What a mark is drawn with. */
interface Pens {
  readonly context: Context
  readonly geometry: Geometry
  readonly pixelRatio: number
  readonly inkOf: (mark: PlacedMark) => string
  /** The floor: a casing of this colour separates marks from what they cover. */
  readonly floor: string
  readonly font: string
}

/** Marked cells lie under the pieces. */
export function drawMarkedCells(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  scene: Scene,
  marks: Marks,
  pixelRatio: number,
): void {
  for (const seat of SEATS) {
    const pens = pensFor(context, geometry, palette, scene, seat, pixelRatio)
    for (const mark of marks[seat]) if (mark.kind === 'cell') drawCell(pens, seat, mark)
  }
}

/** Arrows and labels lie over the pieces. */
export function drawArrowsAndLabels(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  scene: Scene,
  marks: Marks,
  pixelRatio: number,
): void {
  context.save()
  for (const seat of SEATS) {
    const pens = pensFor(context, geometry, palette, scene, seat, pixelRatio)
    for (const mark of marks[seat]) if (mark.kind === 'arrow') drawArrow(pens, seat, mark)
  }
  for (const seat of SEATS) {
    const pens = pensFor(context, geometry, palette, scene, seat, pixelRatio)
    const others = marks[otherSeat(seat)].filter(({ kind }) => kind === 'label')
    for (const mark of marks[seat]) {
      if (mark.kind !== 'label') continue
      // Where both have a label, the first seat's is above the other.
      const isShared = others.some((other) => other.kind === 'label' && sameCell(other.at, mark.at))
      drawLabel(pens, mark, isShared ? (seat === 0 ? -SHARED : SHARED) : 0)
    }
  }
  context.restore()
}

function pensFor(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  { tile }: Scene,
  seat: Seat,
  pixelRatio: number,
): Pens {
  const isArena = tile === 'trail'
  const tones = isArena ? palette.arenaMarks : palette.marks
  const own = isArena ? palette.trails[seat] : palette.inks[seat]
  return {
    context,
    geometry,
    pixelRatio,
    inkOf: ({ colour }) => (colour === undefined ? own : tones[colour]),
    floor: isArena ? palette.arena : palette.cell,
    font: palette.font,
  }
}

/** In cells smaller than this, a mark is a filled shape: a frame would fill the cell as well. */
const SMALLEST_FRAMED = 10

function drawCell(
  { context, geometry, pixelRatio, inkOf }: Pens,
  seat: Seat,
  mark: Extract<PlacedMark, { kind: 'cell' }>,
): void {
  const rect = cellRect(geometry, mark.at)
  const line = Math.max(1.5 * pixelRatio, rect.width * 0.09)
  const isFramed = rect.width >= SMALLEST_FRAMED * pixelRatio
  const inset = isFramed ? line / 2 + rect.width * 0.04 : 0
  const width = rect.width - 2 * inset
  context.save()
  context.fillStyle = context.strokeStyle = inkOf(mark)
  context.lineWidth = line
  context.beginPath()
  if (seat === 0) context.arc(rect.x + rect.width / 2, rect.y + rect.height / 2, width / 2, 0, 2 * Math.PI)
  else context.roundRect(rect.x + inset, rect.y + inset, width, width, width * 0.12)
  context.globalAlpha = isFramed ? 0.22 : 0.85
  context.fill()
  context.globalAlpha = 1
  if (isFramed) context.stroke()
  context.restore()
}

/** From the middle of a cell to the middle of another. An arrow to its own cell is a ring. */
function drawArrow(
  { context, geometry, pixelRatio, inkOf, floor }: Pens,
  seat: Seat,
  mark: Extract<PlacedMark, { kind: 'arrow' }>,
): void {
  const [from, to] = [cellCentre(geometry, mark.from), cellCentre(geometry, mark.to)]
  const line = Math.max(1.5 * pixelRatio, geometry.pitch * 0.08)
  const casing = line + 2 * Math.max(pixelRatio, geometry.pitch * 0.025)
  const long = Math.hypot(to.x - from.x, to.y - from.y)
  const head = Math.min(Math.max(6 * pixelRatio, geometry.pitch * 0.3), Math.max(long, 1))
  context.lineJoin = 'round'
  context.lineCap = 'butt'
  const stroke = (style: string, width: number, path: () => void): void => {
    context.strokeStyle = style
    context.lineWidth = width
    context.beginPath()
    path()
    context.stroke()
  }
  if (long === 0) {
    const ring = (): void => context.arc(to.x, to.y, geometry.pitch * 0.3, 0, 2 * Math.PI)
    stroke(floor, casing, ring)
    return stroke(inkOf(mark), line, ring)
  }
  const along: Cell = { x: (to.x - from.x) / long, y: (to.y - from.y) / long }
  const neck: Cell = { x: to.x - along.x * head, y: to.y - along.y * head }
  const shaft = (): void => {
    context.moveTo(from.x, from.y)
    context.lineTo(neck.x, neck.y)
  }
  const tip = (): void => {
    context.moveTo(to.x, to.y)
    context.lineTo(neck.x - along.y * head * 0.5, neck.y + along.x * head * 0.5)
    context.lineTo(neck.x + along.y * head * 0.5, neck.y - along.x * head * 0.5)
    context.closePath()
  }
  stroke(floor, casing, shaft)
  stroke(floor, casing - line, tip)
  context.setLineDash(seat === 0 ? [] : [line * 1.6, line * 1.1])
  stroke(inkOf(mark), line, shaft)
  context.setLineDash([])
  context.fillStyle = inkOf(mark)
  context.beginPath()
  tip()
  context.fill()
}

/** Labels are not smaller than this, even where their cells are, and not larger. */
const SMALLEST_LABEL = 10
const LARGEST_LABEL = 24
/** How far a label is from the middle of a cell with two, in cells. */
const SHARED = 0.22

/** A text on a cell, as large as fits in it, with a casing so that it can be read on anything. */
function drawLabel(
  { context, geometry, pixelRatio, inkOf, floor, font }: Pens,
  mark: Extract<PlacedMark, { kind: 'label' }>,
  lower: number,
): void {
  const { pitch } = geometry
  const sized = (size: number): string => `700 ${Math.round(size)}px ${font}`
  const wanted = Math.min(pitch * 0.36, LARGEST_LABEL * pixelRatio)
  context.font = sized(wanted)
  const fits = (pitch * 0.84) / Math.max(1, context.measureText(mark.text).width)
  const size = Math.max(SMALLEST_LABEL * pixelRatio, wanted * Math.min(1, fits))
  context.font = sized(size)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  const centre = cellCentre(geometry, mark.at)
  const y = centre.y + lower * pitch
  // A label that is wider than its cell stays on the board.
  const half = context.measureText(mark.text).width / 2
  const within = Math.max(half, Math.min(geometry.width - half, centre.x))
  context.strokeStyle = floor
  context.lineWidth = Math.max(3 * pixelRatio, size * 0.28)
  context.strokeText(mark.text, within, y)
  context.fillStyle = inkOf(mark)
  context.fillText(mark.text, within, y)
}
