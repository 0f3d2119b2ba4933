import type { Cell } from '../../../src/base/grid.ts'
import type { Fence, Scene } from '../../../src/game/scene.ts'

/** Where things are on a canvas, in device pixels. */
export interface Geometry {
  readonly width: number
  readonly height: number
  /** From the left side of one cell to that of the next. */
  readonly pitch: number
  /** The gap between two cells, where fences stand. */
  readonly gap: number
  /** The top left corner of the first cell. */
  readonly left: number
  readonly top: number
  /** Space for the labels of columns and rows; 0 when they are not shown. */
  readonly margin: number
}

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Labels smaller than this cannot be read. */
const SMALLEST_NAME = 9

/** Aspect ratio of a board with its labels and frame at a usual size. */
export const shapeOf = (scene: Scene): number => {
  const names = hasNames(scene) ? 1.1 : 0.4
  return (scene.width + names) / (scene.height + names)
}

/** The largest board that fits. Small cells get a whole number of pixels, so that lines stay sharp. */
export function geometryOf(scene: Scene, width: number, height: number, pixelRatio: number): Geometry {
  const frame = frameOf(width, height, pixelRatio)
  const fit = (margin: number): number =>
    Math.min((width - margin - 2 * frame) / scene.width, (height - margin - 2 * frame) / scene.height)
  const named = fit(0) * 0.7
  const wanted = hasNames(scene) && named * 0.34 >= SMALLEST_NAME * pixelRatio ? Math.round(named * 0.62) : 0
  const pitch = wholePixels(fit(wanted), pixelRatio)
  const gap = gapOf(scene, pitch)
  const left = Math.round((width - wanted - pitch * scene.width) / 2 + wanted)
  const bottom = namesBelow(scene) ? wanted : 0
  const top = Math.round((height - wanted - pitch * scene.height) / 2 + wanted - bottom)
  return { width, height, pitch, gap, left, top, margin: wanted }
}

/** Space for the line around the board. */
export const frameOf = (width: number, height: number, pixelRatio: number): number =>
  Math.max(Math.ceil(2 * pixelRatio), Math.round(Math.min(width, height) * 0.012))

/** Whether fences can stand between the cells. */
const isFenced = (scene: Scene): boolean =>
  scene.fences.length > 0 || scene.pieces.some(({ shape }) => shape === 'pawn')

/** Beside the first row of the notation: below the board where the rows are counted from the bottom. */
export const namesBelow = ({ rowNames = [] }: Scene): boolean => Number(rowNames[0]) > Number(rowNames.at(-1))

export function cellRect({ left, top, pitch, gap }: Geometry, { x, y }: Cell): Rect {
  const inset = gap / 2
  return { x: left + x * pitch + inset, y: top + y * pitch + inset, width: pitch - gap, height: pitch - gap }
}

export const cellCentre = ({ left, top, pitch }: Geometry, { x, y }: Cell): Cell => ({
  x: left + (x + 0.5) * pitch,
  y: top + (y + 0.5) * pitch,
})

/** A fence fills the gap it stands in, a little slimmer, two cells long. */
export function fenceRect({ left, top, pitch, gap }: Geometry, { x, y, lies }: Fence): Rect {
  const slim = gap * 0.78
  const long = 2 * pitch - gap
  return lies === 'flat'
    ? { x: left + x * pitch + gap / 2, y: top + (y + 1) * pitch - slim / 2, width: long, height: slim }
    : { x: left + (x + 1) * pitch - slim / 2, y: top + y * pitch + gap / 2, width: slim, height: long }
}

/**
 * The lines round a set of cells, each from end to end, counted in cells. They run inside the cells, `inset` from
 * their sides, so that the lines of two neighbouring sets lie side by side.
 */
export function borderOf(cells: readonly Cell[], inset = 0): readonly (readonly [Cell, Cell])[] {
  const inside = new Set(cells.map(({ x, y }) => `${x},${y}`))
  const has = (x: number, y: number): boolean => inside.has(`${x},${y}`)
  return cells.flatMap(({ x, y }) =>
    SIDES.flatMap(([outX, outY]) => {
      if (has(x + outX, y + outY)) return []
      // Along the side, and how far beyond its corner the line goes at that end.
      const end = (alongX: number, alongY: number): Cell => {
        const goesOn = has(x + alongX, y + alongY)
        const turnsOut = goesOn && has(x + alongX + outX, y + alongY + outY)
        const reach = 0.5 + (turnsOut ? inset : goesOn ? 0 : -inset)
        return {
          x: x + 0.5 + outX * (0.5 - inset) + alongX * reach,
          y: y + 0.5 + outY * (0.5 - inset) + alongY * reach,
        }
      }
      return [[end(-outY, outX), end(outY, -outX)] as const]
    }),
  )
}

const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const

const hasNames = ({ columnNames = [], rowNames = [] }: Scene): boolean =>
  columnNames.length > 0 || rowNames.length > 0

function gapOf(scene: Scene, pitch: number): number {
  if (scene.tile === 'trail') return 0
  const gap = pitch * (isFenced(scene) ? 0.2 : 0.07)
  return pitch < 6 ? gap : Math.max(1, Math.round(gap))
}

/** Rounds down only if the board loses little of its size; else the cells differ by a pixel. */
function wholePixels(pitch: number, pixelRatio: number): number {
  const whole = Math.floor(pitch)
  return pitch >= 3 * pixelRatio && whole / pitch > 0.97 ? whole : pitch
}
