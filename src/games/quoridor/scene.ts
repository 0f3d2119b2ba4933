import type { Cell } from '../../base/grid.ts'
import { SEATS, type Seat } from '../../game/game.ts'
import type { Fact, Fence, Piece, Scene, Target } from '../../game/scene.ts'
import { anchorOf, cellOf, FILES, isUpright, RANKS, readWall, type QuoridorMove } from './names.ts'
import { placedWalls } from './notation.ts'
import { shortestPathLength } from './paths.ts'
import { goalRank, wallIndex, type QuoridorState } from './state.ts'

export function scene(state: QuoridorState): Scene {
  const { size } = state
  return {
    width: size,
    height: size,
    edge: 'wall',
    tiles: Array.from({ length: size }, () => '.'.repeat(size)),
    tile: 'stone',
    pieces: SEATS.map((seat) => pawn(state, seat)),
    fences: placedWalls(state).map((wall) => fence(state, wall)),
    outlines: [],
    goals: [goal(state, 0), goal(state, 1)],
    columnNames: FILES.slice(0, size),
    rowNames: RANKS.slice(0, size).reverse(),
    facts: [facts(state, 0), facts(state, 1)],
  }
}

/** The row on the far side. */
function goal({ size }: QuoridorState, seat: Seat): readonly Cell[] {
  const y = size - goalRank(seat, size)
  return Array.from({ length: size }, (_, x) => ({ x, y }))
}

function pawn({ pawns, size }: QuoridorState, seat: Seat): Piece {
  return { ...cellPlace(cellOf(pawns[seat]), size), seat, shape: 'pawn' }
}

function fence({ walls, size }: QuoridorState, wall: number): Fence {
  const sign = walls[wallIndex(anchorOf(wall), size)]
  return { ...fencePlace(wall, size), seat: sign === 'h' || sign === 'v' ? 0 : 1 }
}

export function target({ size }: QuoridorState, _seat: Seat, move: QuoridorMove): Target {
  const wall = readWall(move, size)
  return wall > 0
    ? { kind: 'fence', ...fencePlace(wall, size) }
    : { kind: 'cell', ...cellPlace(cellOf(move), size) }
}

const cellPlace = (cell: number, size: number) => ({ x: (cell % 10) - 1, y: size - Math.floor(cell / 10) })

// The notation names a wall by its lower left cell, a scene by its upper left one.
function fencePlace(wall: number, size: number): Omit<Fence, 'seat'> {
  const { x, y } = cellPlace(anchorOf(wall), size)
  return { x, y: y - 1, lies: isUpright(wall) ? 'upright' : 'flat' }
}

const facts = (state: QuoridorState, seat: Seat): readonly Fact[] => [
  { label: 'walls left', value: String(state.wallsLeft[seat]) },
  { label: 'steps to go', value: String(shortestPathLength(state, seat)) },
]
