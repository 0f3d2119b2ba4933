import {
  DIRECTIONS,
  isInside,
  sameCell,
  step,
  wrap,
  type Cell,
  type Direction,
} from '../../../src/base/grid.ts'
import type { Pair } from '../../../src/game/game.ts'
import type { Scene } from '../../../src/game/scene.ts'

/** For each cell, row by row, the sides that a trail crosses: a sum of `LINK`s. */
export type Links = Uint8Array

export const LINK: Readonly<Record<Direction, number>> = { n: 1, e: 2, s: 4, w: 8 }

export const OPPOSITE: Readonly<Record<Direction, Direction>> = { n: 's', e: 'w', s: 'n', w: 'e' }

/** The paths of each seat's pieces through some scenes of a round, and their last positions. */
export interface Trace {
  readonly links: Pair<Links>
  readonly places: Pair<Cell | undefined>
}

/** The trace with more scenes of the same round; without a trace, it starts at the first scene. */
export function traceOn(trace: Trace | undefined, scenes: readonly Scene[]): Trace | undefined {
  const [first] = scenes
  if (first === undefined) return trace
  const cells = first.width * first.height
  const links: Pair<Links> = trace
    ? [trace.links[0].slice(), trace.links[1].slice()]
    : [new Uint8Array(cells), new Uint8Array(cells)]
  const places: [Cell | undefined, Cell | undefined] = trace ? [...trace.places] : [undefined, undefined]
  for (const scene of scenes)
    for (const piece of scene.pieces) {
      const from = places[piece.seat]
      if (from) drive(links[piece.seat], scene, from, piece)
      places[piece.seat] = piece
    }
  return { links, places }
}

/** A piece moves in a straight line: one or several cells, or across the edge of a torus. */
function drive(links: Links, scene: Scene, from: Cell, to: Cell): void {
  if (sameCell(from, to)) return
  const way = shortest(DIRECTIONS.flatMap((direction) => straight(scene, from, to, direction)))
  if (way === undefined) return
  let cell = from
  for (let count = 0; count < way.length; count++) {
    mark(links, scene, cell, way.direction)
    cell = wrap(step(cell, way.direction), scene)
    mark(links, scene, cell, OPPOSITE[way.direction])
  }
}

interface Way {
  readonly direction: Direction
  readonly length: number
}

function straight(scene: Scene, from: Cell, to: Cell, direction: Direction): readonly Way[] {
  const isFlat = direction === 'e' || direction === 'w'
  if (isFlat ? from.y !== to.y : from.x !== to.x) return []
  const size = isFlat ? scene.width : scene.height
  const ahead = (isFlat ? to.x - from.x : to.y - from.y) * (direction === 'e' || direction === 's' ? 1 : -1)
  if (ahead > 0) return [{ direction, length: ahead }]
  return scene.edge === 'torus' ? [{ direction, length: ahead + size }] : []
}

const shortest = (ways: readonly Way[]): Way | undefined => ways.toSorted((a, b) => a.length - b.length)[0]

function mark(links: Links, scene: Scene, cell: Cell, direction: Direction): void {
  if (!isInside(cell, scene)) return
  const index = cell.y * scene.width + cell.x
  links[index] = (links[index] ?? 0) | LINK[direction]
}
