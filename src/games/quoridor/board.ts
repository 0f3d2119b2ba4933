import { codesOf } from '../../base/grid.ts'
import { anchorOf, isUpright } from './names.ts'
import type { QuoridorState } from './state.ts'

/** Steps to the neighbouring cells: north, east, south, west. */
export const STEPS = [10, 1, -10, -1] as const

/** Which of the steps it is, or -1. */
export function directionOf(step: number): number {
  for (let direction = 0; direction < 4; direction++) if (STEPS[direction] === step) return direction
  return -1
}

/** The walls of a position, laid out for speed. Indexes are cells as numbers. */
export interface Board {
  /** For each cell, which of its four sides are shut by a wall or the edge: bit i for `STEPS[i]`. */
  readonly shut: Uint8Array
  /** For each anchor, the wall there, or 0. */
  readonly placed: Uint8Array
  /** For each corner, the name of its set: corners are in one set if walls or the edge join them. Filled by `joinCorners`. */
  readonly corners: Uint8Array
}

const [NORTH, EAST, SOUTH, WEST] = [1, 2, 4, 8] as const
const CELLS = 110

const board: Board = {
  shut: new Uint8Array(CELLS),
  placed: new Uint8Array(CELLS),
  corners: new Uint8Array(CELLS),
}

/** The walls that `board` was filled with: most turns move a pawn and leave the walls as they are. */
let shown = ''
/** Whether `corners` belongs to these walls. */
let isJoined = false

/**
 * The board of a position. It is a shared object that each call fills again: use it before the next call, and take back
 * every wall that was put up as a trial.
 */
export function boardOf({ size, walls }: QuoridorState): Board {
  if (walls === shown) return board
  shown = walls
  isJoined = false
  const { shut, placed } = board
  shut.set(edges(size))
  placed.fill(0)
  const codes = codesOf(walls)
  let index = 0
  for (let rank = 1; rank < size; rank++) {
    for (let file = 1; file < size; file++) {
      const sign = codes[index++]
      if (sign === NONE) continue
      const anchor = 10 * rank + file
      const wall = sign === FLAT_FIRST || sign === FLAT_SECOND ? 2 * anchor : 2 * anchor + 1
      placed[anchor] = wall
      toggleWall(board, wall)
    }
  }
  return board
}

const [NONE, FLAT_FIRST, FLAT_SECOND] = [46, 104, 72] as const

export const isShut = ({ shut }: Board, cell: number, direction: number): boolean =>
  (((shut[cell] as number) >> direction) & 1) === 1

/** Puts a wall that fits between its cells, or takes it away again. */
export function toggleWall({ shut }: Board, wall: number): void {
  const cell = anchorOf(wall)
  if (isUpright(wall)) {
    flip(shut, cell, EAST)
    flip(shut, cell + 10, EAST)
    flip(shut, cell + 1, WEST)
    flip(shut, cell + 11, WEST)
  } else {
    flip(shut, cell, NORTH)
    flip(shut, cell + 1, NORTH)
    flip(shut, cell + 10, SOUTH)
    flip(shut, cell + 11, SOUTH)
  }
}

function flip(shut: Uint8Array, cell: number, side: number): void {
  shut[cell] = (shut[cell] as number) ^ side
}

/** Whether the groove is free: no wall across the middle, none lying along either half. */
export function fits({ placed }: Board, wall: number): boolean {
  const anchor = anchorOf(wall)
  const along = isUpright(wall) ? 10 : 1
  return (
    placed[anchor] === 0 &&
    placed[anchor - along] !== wall - 2 * along &&
    placed[anchor + along] !== wall + 2 * along
  )
}

/**
 * Union-find over the corners of the cells: corners are joined by walls or the edge. A wall can shut a pawn in only if
 * two of its three corners are joined already; this saves nearly every path search.
 */
export function joinCorners({ placed, corners }: Board, size: number): void {
  if (isJoined) return
  isJoined = true
  corners.set(frame(size))
  for (let rank = 1; rank < size; rank++)
    for (let file = 1; file < size; file++) {
      const wall = placed[10 * rank + file] as number
      if (wall !== 0) joinWall(corners, wall)
    }
  // Every corner gets the root of its set: many walls are asked about, so none has to look for it. A root comes before its set.
  for (let corner = 0; corner < CELLS; corner++)
    corners[corner] = corners[corners[corner] as number] as number
}

/** Whether a wall would close a ring; only after `joinCorners`. */
export function closesRing({ corners }: Board, wall: number): boolean {
  const middle = anchorOf(wall)
  const along = isUpright(wall) ? 10 : 1
  const one = corners[middle - along]
  const two = corners[middle]
  const three = corners[middle + along]
  return one === two || two === three || one === three
}

// A corner is named by the cell to its lower left, so the middle of a wall is named by the wall's anchor.
function joinWall(corners: Uint8Array, wall: number): void {
  const middle = anchorOf(wall)
  const along = isUpright(wall) ? 10 : 1
  const half = join(corners, rootOf(corners, middle - along), rootOf(corners, middle))
  join(corners, half, rootOf(corners, middle + along))
}

/** Joins two sets, named by their roots, under the one that comes first. */
function join(corners: Uint8Array, one: number, other: number): number {
  const root = Math.min(one, other)
  corners[Math.max(one, other)] = root
  return root
}

function rootOf(corners: Uint8Array, corner: number): number {
  let at = corner
  while (corners[at] !== at) at = corners[at] as number
  return at
}

const edges = perSize((size) => {
  const shut = new Uint8Array(CELLS)
  for (let i = 1; i <= size; i++) {
    flip(shut, 10 * size + i, NORTH)
    flip(shut, 10 * i + size, EAST)
    flip(shut, 10 + i, SOUTH)
    flip(shut, 10 * i + 1, WEST)
  }
  return shut
})

const frame = perSize((size) => {
  const joined = Uint8Array.from({ length: CELLS }, (_, corner) => corner)
  for (let i = 0; i <= size; i++)
    joined[i] = joined[10 * i] = joined[10 * size + i] = joined[10 * i + size] = 0
  return joined
})

function perSize(make: (size: number) => Uint8Array): (size: number) => Uint8Array {
  const made = [3, 5, 7, 9].map(make)
  return (size) => made[(size - 3) / 2] as Uint8Array
}
