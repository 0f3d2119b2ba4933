import { isInside, sameCell, step, wrap, type Cell, type Direction } from '../../../src/base/grid.ts'
import type { Pair, Seat } from '../../../src/game/game.ts'
import type { Outline, Piece, Scene } from '../../../src/game/scene.ts'
import {
  borderOf,
  cellCentre,
  cellRect,
  fenceRect,
  frameOf,
  geometryOf,
  namesBelow,
  type Geometry,
  type Rect,
} from './board-geometry.ts'
import { NO_CHANGES, type Changes } from './changes.ts'
import { drawArrowsAndLabels, drawMarkedCells, type Marks } from './draw-marks.ts'
import { LINK, OPPOSITE, type Links } from './links.ts'
import type { Palette } from './palette.ts'

type Context = CanvasRenderingContext2D

export interface Picture {
  readonly scene: Scene
  /** The changes of the last turn: they are highlighted, and animated while `progress` is below 1. */
  readonly changes?: Changes
  readonly progress?: number
  /** The last wall before a step, or the last step before a wall: highlighted less. */
  readonly earlier?: Changes
  /** How the cells of each seat's trail are connected. */
  readonly links?: Pair<Links>
  /** What the players have drawn. */
  readonly marks?: Marks
}

export interface Painter {
  readonly paint: (picture: Picture) => void
  /** Sizes are in device pixels. */
  readonly resize: (width: number, height: number, pixelRatio: number) => void
  readonly setPalette: (palette: Palette) => void
}

/**
 * Draws any scene. What stays from turn to turn (floor, walls, trails, names) is kept on a layer of its own, on
 * which only cells that changed are drawn again; pieces, fences and outlines are drawn over it. Boards with trails are
 * large and change little: of those, only what is stale is brought over from the layer.
 */
export function scenePainter(canvas: HTMLCanvasElement, palette: Palette): Painter {
  const context = canvas.getContext('2d')
  const layer = document.createElement('canvas')
  const below = layer.getContext('2d', { alpha: false })
  let colours = palette
  let pixelRatio = 1
  /** What the layer shows, and the areas of the canvas where something is drawn over it. */
  let drawn:
    | { readonly picture: Picture; readonly geometry: Geometry; readonly above: readonly Rect[] }
    | undefined

  return {
    paint(picture) {
      if (context === null || below === null || canvas.width === 0 || canvas.height === 0) return
      const known = drawn && isSameBoard(drawn.picture.scene, picture.scene) ? drawn : undefined
      const geometry = known?.geometry ?? geometryOf(picture.scene, canvas.width, canvas.height, pixelRatio)
      const whole = [{ x: 0, y: 0, width: canvas.width, height: canvas.height }]
      const above = isSparse(picture) ? cycleRects(geometry, picture) : whole
      const stale = known && repaintTiles(below, geometry, colours, known.picture, picture)
      if (!known) drawFloor(below, geometry, colours, picture)
      const renewed = known && stale && above !== whole ? [...stale, ...known.above, ...above] : whole
      for (const { x, y, width, height } of renewed)
        context.drawImage(layer, x, y, width, height, x, y, width, height)
      drawAbove(context, geometry, colours, picture, pixelRatio)
      drawn = { picture, geometry, above }
    },
    resize(width, height, ratio) {
      pixelRatio = ratio
      if (canvas.width === width && canvas.height === height) return
      canvas.width = layer.width = width
      canvas.height = layer.height = height
      drawn = undefined
    },
    setPalette(next) {
      colours = next
      drawn = undefined
    },
  }
}

const isSameBoard = (a: Scene, b: Scene): boolean =>
  a.width === b.width && a.height === b.height && a.tile === b.tile && a.edge === b.edge

/** Whether almost nothing is drawn over the floor. */
const isSparse = ({ scene: { tile, fences, outlines }, marks }: Picture): boolean =>
  tile === 'trail' && fences.length + outlines.length === 0 && marks === undefined

function drawFloor(context: Context, geometry: Geometry, palette: Palette, picture: Picture): void {
  const { scene } = picture
  context.fillStyle = scene.tile === 'trail' ? palette.arena : palette.board
  context.fillRect(0, 0, geometry.width, geometry.height)
  for (let y = 0; y < scene.height; y++)
    for (let x = 0; x < scene.width; x++) drawTile(context, geometry, palette, picture, { x, y })
  drawFrame(context, geometry, palette, scene)
  drawNames(context, geometry, palette, scene)
}

/**
 * Rows and links are compared, which is quick; of a long match, hardly any cell differs from one turn to the next. Gives the
 * places of those that do.
 */
function repaintTiles(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  old: Picture,
  picture: Picture,
): readonly Rect[] {
  const { width, tiles } = picture.scene
  const stale: Rect[] = []
  tiles.forEach((row, y) => {
    const before = old.scene.tiles[y] ?? ''
    if (row === before && picture.links === old.links) return
    for (let x = 0; x < width; x++) {
      if (row[x] === before[x] && hasSameLinks(old, picture, y * width + x)) continue
      const cell = { x, y }
      drawTile(context, geometry, palette, picture, cell)
      stale.push(wholeRect(cellRect(geometry, cell)))
    }
  })
  return stale
}

const hasSameLinks = ({ links: a }: Picture, { links: b }: Picture, index: number): boolean =>
  a?.[0][index] === b?.[0][index] && a?.[1][index] === b?.[1][index]

/** The areas in which cycles and their glow are drawn. */
const cycleRects = (geometry: Geometry, { scene, changes = NO_CHANGES, progress = 1 }: Picture) =>
  scene.pieces
    .flatMap((piece) => [placeOf(piece, changes, progress), ...crashCells(piece, scene)])
    .map((place): Rect => {
      const { x, y } = cellCentre(geometry, place)
      const reach = Math.ceil(cycleSize(geometry.pitch - geometry.gap, scene) * LIGHT) + 1
      return {
        x: Math.floor(x) - reach,
        y: Math.floor(y) - reach,
        width: 2 * reach + 1,
        height: 2 * reach + 1,
      }
    })

/** Where a crashed cycle and the cell that killed it are drawn. */
const crashCells = (piece: Piece, scene: Scene): readonly Cell[] =>
  piece.struck ? [piece.struck, cellBefore(piece, piece.struck, scene)] : []

/** The cell from which a piece drove into the one that killed it. */
function cellBefore({ x, y, facing }: Piece, struck: Cell, scene: Scene): Cell {
  const cell = facing ? step(struck, OPPOSITE[facing]) : { x, y }
  return isInside(cell, scene) || scene.edge !== 'torus' ? cell : wrap(cell, scene)
}

/** Draws the floor of one cell, and nothing outside the cell. */
function drawTile(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  picture: Picture,
  cell: Cell,
): void {
  const { scene } = picture
  const tile = scene.tiles[cell.y]?.[cell.x]
  const seat = tile === 'a' ? 0 : tile === 'b' ? 1 : undefined
  if (scene.tile === 'trail') {
    const rect = wholeRect(cellRect(geometry, cell))
    context.fillStyle = palette.arena
    context.fillRect(rect.x, rect.y, rect.width, rect.height)
    drawSides(context, geometry, palette, rect)
    if (seat !== undefined)
      drawTrail(context, palette, rect, seat, linksAt(picture, tile, cell.y * scene.width + cell.x))
    else if (tile === '#') {
      const inset = geometry.pitch >= 6 ? 1 : 0
      context.fillStyle = palette.arenaWall
      context.fillRect(rect.x + inset, rect.y + inset, rect.width - 2 * inset, rect.height - 2 * inset)
    }
    return
  }
  const rect = cellRect(geometry, cell)
  context.fillStyle = palette.board
  context.fillRect(rect.x, rect.y, rect.width, rect.height)
  context.fillStyle = tile === '#' ? palette.wall : palette.cell
  fillRound(context, rect, rect.width * 0.12)
  const goal = scene.goals?.findIndex((cells) => cells.some((one) => sameCell(one, cell)))
  if (goal === 0 || goal === 1) drawGoal(context, palette, rect, goal)
  if (seat === undefined) return
  const { x, y } = cellCentre(geometry, cell)
  drawStone(context, x, y, rect.width * 0.4, palette, seat)
}

function drawGoal(context: Context, palette: Palette, rect: Rect, seat: Seat): void {
  context.save()
  context.globalAlpha = 0.3
  context.fillStyle = palette.seats[seat]
  fillRound(context, rect, rect.width * 0.12)
  context.restore()
}

const linksAt = ({ links }: Picture, tile: string | undefined, index: number): number =>
  tile === 'a' || tile === 'b' ? (links?.[tile === 'a' ? 0 : 1][index] ?? 0) : 0

/** A trail with its glow: from the middle of the cell to each side where the trail continues. */
function drawTrail(context: Context, palette: Palette, rect: Rect, seat: 0 | 1, links: number): void {
  const light = (share: number, colours: Pair<string>): void => {
    context.fillStyle = colours[seat]
    fillArms(context, rect, Math.max(1, Math.round(rect.width * share)), links)
  }
  context.fillStyle = palette.floors[seat]
  context.fillRect(rect.x, rect.y, rect.width, rect.height)
  if (rect.width < 5) return light(0.6, palette.trails)
  light(0.72, palette.shines)
  light(0.5, palette.glows)
  light(0.34, palette.trails)
  light(0.15, palette.bright)
}

function fillArms(context: Context, { x, y, width, height }: Rect, thick: number, links: number): void {
  const left = x + Math.floor((width - thick) / 2)
  const top = y + Math.floor((height - thick) / 2)
  context.fillRect(left, top, thick, thick)
  if (links & LINK.n) context.fillRect(left, y, thick, top - y)
  if (links & LINK.e) context.fillRect(left, top, x + width - left, thick)
  if (links & LINK.s) context.fillRect(left, top, thick, y + height - top)
  if (links & LINK.w) context.fillRect(x, top, left - x, thick)
}

function drawStone(
  context: Context,
  x: number,
  y: number,
  radius: number,
  palette: Palette,
  seat: 0 | 1,
): void {
  context.fillStyle = palette.seats[seat]
  disc(context, x, y, radius)
  if (radius < 5) return
  // Seats differ by more than their colour: the second one's stones are rings.
  context.fillStyle = palette.bright[seat]
  if (seat === 0) disc(context, x - radius * 0.28, y - radius * 0.3, radius * 0.22)
  else disc(context, x, y, radius * 0.42)
}

/** The sides of a cell that are its own: left and top. */
function drawSides(context: Context, { pitch }: Geometry, palette: Palette, rect: Rect): void {
  if (pitch < 5) return
  context.fillStyle = palette.arenaLine
  context.fillRect(rect.x, rect.y, rect.width, 1)
  context.fillRect(rect.x, rect.y, 1, rect.height)
}

function drawFrame(context: Context, geometry: Geometry, palette: Palette, scene: Scene): void {
  if (scene.edge === 'none' || scene.tile !== 'trail') return
  const { left, top, pitch } = geometry
  const [width, height] = [pitch * scene.width, pitch * scene.height]
  const line = Math.max(1, Math.min(frameOf(geometry.width, geometry.height, 1), pitch * 0.16))
  context.strokeStyle = palette.arenaWall
  context.lineWidth = line
  // No line where the board wraps around: a cycle leaves on this side and comes in on the opposite side.
  context.setLineDash(scene.edge === 'torus' ? [line * 3, line * 4] : [])
  context.strokeRect(left - line / 2, top - line / 2, width + line, height + line)
  context.setLineDash([])
}

function drawNames(context: Context, geometry: Geometry, palette: Palette, scene: Scene): void {
  const { margin, pitch, left, top } = geometry
  if (margin === 0) return
  const size = Math.round(Math.min(margin * 0.62, pitch * 0.36))
  context.fillStyle = scene.tile === 'trail' ? palette.arenaWall : palette.label
  context.font = `600 ${size}px ${palette.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const line = namesBelow(scene) ? top + scene.height * pitch + margin / 2 : top - margin / 2
  scene.columnNames?.forEach((name, x) => context.fillText(name, left + (x + 0.5) * pitch, line))
  scene.rowNames?.forEach((name, y) => context.fillText(name, left - margin / 2, top + (y + 0.5) * pitch))
}

function drawAbove(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  picture: Picture,
  pixelRatio: number,
): void {
  const { scene, changes = NO_CHANGES, earlier, progress = 1, marks } = picture
  if (scene.tile === 'stone') {
    if (earlier) drawLastTurn(context, geometry, palette, scene, earlier, 0.45)
    drawLastTurn(context, geometry, palette, scene, changes, 1)
  }
  for (const outline of scene.outlines) drawOutline(context, geometry, palette, outline)
  if (marks) drawMarkedCells(context, geometry, palette, scene, marks, pixelRatio)
  for (const fence of scene.fences) {
    const isNew = changes.fences.some(
      ({ x, y, lies }) => x === fence.x && y === fence.y && lies === fence.lies,
    )
    const rect = fenceRect(geometry, fence)
    context.fillStyle = fence.seat === undefined ? palette.wall : palette.seats[fence.seat]
    fillRound(context, isNew ? grown(rect, progress) : rect, Math.min(rect.width, rect.height) * 0.4)
  }
  for (const piece of scene.pieces) {
    const isNew = changes.moved.some((moved) => moved.piece === piece && moved.from === undefined)
    const scale = isNew ? 0.6 + 0.4 * progress : 1
    drawPiece(context, geometry, palette, scene, piece, placeOf(piece, changes, progress), scale)
  }
  if (marks) drawArrowsAndLabels(context, geometry, palette, scene, marks, pixelRatio)
}

/** The position of a piece during the animation. */
function placeOf(piece: Piece, changes: Changes, progress: number): Cell {
  const from = changes.moved.find((moved) => moved.piece === piece)?.from
  return from && progress < 1 ? between(from, piece, progress) : piece
}

function drawLastTurn(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  scene: Scene,
  changes: Changes,
  strength: number,
): void {
  const cells: Cell[] = [...changes.tiles]
  for (const { piece, from } of changes.moved) cells.push(piece, ...(from ? [from] : []))
  context.save()
  context.globalAlpha = strength
  for (const cell of cells) {
    const rect = cellRect(geometry, cell)
    const tile = scene.tiles[cell.y]?.[cell.x]
    context.fillStyle = palette.cellLit
    fillRound(context, rect, rect.width * 0.12)
    if (tile !== 'a' && tile !== 'b') continue
    const { x, y } = cellCentre(geometry, cell)
    drawStone(context, x, y, rect.width * 0.4, palette, tile === 'a' ? 0 : 1)
  }
  const reach = geometry.gap * 0.42
  context.fillStyle = palette.halo
  for (const fence of changes.fences) {
    const { x, y, width, height } = fenceRect(geometry, fence)
    const halo = { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }
    fillRound(context, halo, geometry.gap * 0.6)
  }
  context.lineCap = 'round'
  context.lineWidth = geometry.pitch * 0.1
  for (const { piece, from } of changes.moved) {
    if (!from || piece.shape !== 'pawn') continue
    const [start, end] = [cellCentre(geometry, from), cellCentre(geometry, piece)]
    context.strokeStyle = palette.seats[piece.seat]
    context.beginPath()
    context.moveTo(start.x, start.y)
    context.lineTo(end.x, end.y)
    context.stroke()
  }
  context.restore()
}

function drawOutline(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  { seat, cells, walk }: Outline,
): void {
  const { left, top, pitch } = geometry
  context.save()
  context.strokeStyle = palette.seats[seat]
  context.lineWidth = Math.max(1, pitch * 0.075)
  context.lineCap = 'round'
  context.beginPath()
  for (const [from, to] of borderOf(cells, 0.045)) {
    context.moveTo(left + from.x * pitch, top + from.y * pitch)
    context.lineTo(left + to.x * pitch, top + to.y * pitch)
  }
  context.stroke()
  if (walk) drawWalk(context, geometry, palette, seat, walk)
  context.restore()
}

/** Smaller cells have no room for a line, or for a readable number. */
const SMALLEST_WALKED = 8
const SMALLEST_COUNTED = 24

/** A path with the number of its cells at the end. */
function drawWalk(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  seat: Seat,
  walk: readonly Cell[],
): void {
  const { pitch } = geometry
  const end = walk.at(-1)
  if (end === undefined || pitch < SMALLEST_WALKED) return
  context.strokeStyle = palette.bright[seat]
  context.lineJoin = 'round'
  context.globalAlpha = 0.75
  context.beginPath()
  for (const cell of walk) {
    const { x, y } = cellCentre(geometry, cell)
    context.lineTo(x, y)
  }
  context.stroke()
  context.globalAlpha = 1
  if (pitch < SMALLEST_COUNTED) return
  const { x, y } = cellCentre(geometry, end)
  context.fillStyle = palette.bright[seat]
  disc(context, x, y, pitch * 0.3)
  context.fillStyle = palette.arena
  context.font = `700 ${Math.round(pitch * 0.32)}px ${palette.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(String(walk.length), x, y + pitch * 0.02)
}

function drawPiece(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  scene: Scene,
  piece: Piece,
  at: Cell,
  scale: number,
): void {
  const { x, y } = cellCentre(geometry, at)
  const size = (geometry.pitch - geometry.gap) * scale
  const { seat } = piece
  switch (piece.shape) {
    case 'cycle':
      return drawCycle(context, geometry, palette, piece, at, size, scene)
    case 'pawn':
      context.fillStyle = palette.seats[seat]
      disc(context, x, y, size * 0.36)
      context.fillStyle = palette.bright[seat]
      return disc(context, x, y - (seat === 0 ? size * 0.09 : 0), size * (seat === 0 ? 0.13 : 0.18))
    case 'nought':
      context.strokeStyle = palette.seats[seat]
      context.lineWidth = size * 0.13
      context.beginPath()
      context.arc(x, y, size * 0.27, 0, 2 * Math.PI)
      return context.stroke()
    case 'cross': {
      const arm = size * 0.25
      context.strokeStyle = palette.seats[seat]
      context.lineWidth = size * 0.13
      context.lineCap = 'round'
      context.beginPath()
      context.moveTo(x - arm, y - arm)
      context.lineTo(x + arm, y + arm)
      context.moveTo(x + arm, y - arm)
      context.lineTo(x - arm, y + arm)
      return context.stroke()
    }
  }
}

const QUARTERS: Readonly<Record<Direction, number>> = { n: 0, e: 1, s: 2, w: 3 }

/** Radius of the glow, in sizes of a cycle. */
const LIGHT = 1.5

/** On a large board cycles are drawn larger than their cells, so that they can be seen. */
const cycleSize = (cell: number, { width, height }: Scene): number =>
  Math.max(cell, Math.min(width, height) * cell * 0.045)

/** A light cycle with its glow. A crashed one stands before the cell that killed it, which has a burst and a cross. */
function drawCycle(
  context: Context,
  geometry: Geometry,
  palette: Palette,
  piece: Piece,
  at: Cell,
  cell: number,
  scene: Scene,
): void {
  const { seat, facing, fallen, struck } = piece
  const size = cycleSize(cell, scene)
  const before = struck ? cellBefore(piece, struck, scene) : at
  drawGlow(context, cellCentre(geometry, before), size, palette.trails[seat], 0.6)
  drawArrow(context, cellCentre(geometry, before), size, palette, seat, facing)
  if (!fallen) return
  const crash = crashPlace(geometry, scene, struck ?? at, before, size)
  drawGlow(context, crash, size, palette.crash, 0.9)
  drawCross(context, crash, size, palette, seat)
}

/** The middle of the cell that killed a cycle; off the edge, the middle of the side that it drove through. */
function crashPlace(geometry: Geometry, scene: Scene, struck: Cell, before: Cell, size: number): Cell {
  const centre = cellCentre(geometry, struck)
  if (isInside(struck, scene)) return centre
  const last = cellCentre(geometry, before)
  const share = (geometry.pitch / 2 - size * 0.1) / geometry.pitch
  return { x: last.x + (centre.x - last.x) * share, y: last.y + (centre.y - last.y) * share }
}

function drawGlow(context: Context, { x, y }: Cell, size: number, colour: string, alpha: number): void {
  const light = context.createRadialGradient(x, y, 0, x, y, size * LIGHT)
  light.addColorStop(0, colour)
  light.addColorStop(1, 'transparent')
  context.globalAlpha = alpha
  context.fillStyle = light
  disc(context, x, y, size * LIGHT)
  context.globalAlpha = 1
}

function drawArrow(
  context: Context,
  { x, y }: Cell,
  size: number,
  palette: Palette,
  seat: Seat,
  facing: Direction = 'n',
): void {
  context.save()
  context.translate(x, y)
  context.rotate((QUARTERS[facing] * Math.PI) / 2)
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(0, -size * 0.5)
  context.lineTo(size * 0.4, size * 0.36)
  context.lineTo(0, size * 0.16)
  context.lineTo(-size * 0.4, size * 0.36)
  context.closePath()
  context.fillStyle = palette.bright[seat]
  context.strokeStyle = palette.trails[seat]
  context.lineWidth = size * 0.08
  context.fill()
  context.stroke()
  context.restore()
}

function drawCross(context: Context, { x, y }: Cell, size: number, palette: Palette, seat: Seat): void {
  const arm = size * 0.3
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(x - arm, y - arm)
  context.lineTo(x + arm, y + arm)
  context.moveTo(x + arm, y - arm)
  context.lineTo(x - arm, y + arm)
  context.lineWidth = size * 0.34
  context.strokeStyle = palette.arena
  context.stroke()
  context.lineWidth = size * 0.17
  context.strokeStyle = palette.bright[seat]
  context.stroke()
}

const between = (from: Cell, to: Cell, progress: number): Cell =>
  // A move to a distant cell, for instance around a torus, is not animated.
  Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 4
    ? to
    : { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress }

/** From its middle to its whole length. */
const grown = (rect: Rect, progress: number): Rect =>
  rect.width > rect.height
    ? { ...rect, x: rect.x + (rect.width * (1 - progress)) / 2, width: rect.width * progress }
    : { ...rect, y: rect.y + (rect.height * (1 - progress)) / 2, height: rect.height * progress }

function wholeRect({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.round(x), Math.round(y)]
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top }
}

function fillRound(context: Context, { x, y, width, height }: Rect, radius: number): void {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}

function disc(context: Context, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}
