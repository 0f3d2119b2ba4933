import { SEATS, type Seat } from '../../game/game.ts'
import type { Fact, Fence, Piece, Scene } from '../../game/scene.ts'
import { anchorOf, cellOf, FILES, isUpright, RANKS } from './names.ts'
import { placedWalls } from './notation.ts'
import { shortestPathLength } from './paths.ts'
import { wallIndex, type QuoridorState } from './state.ts'

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
    columnNames: FILES.slice(0, size),
    rowNames: RANKS.slice(0, size).reverse(),
    facts: [facts(state, 0), facts(state, 1)],
  }
}

function pawn({ pawns, size }: QuoridorState, seat: Seat): Piece {
  const cell = cellOf(pawns[seat])
  return { x: (cell % 10) - 1, y: size - Math.floor(cell / 10), seat, shape: 'pawn' }
}

// The notation names a wall by its lower left cell, a scene by its upper left one.
function fence({ walls, size }: QuoridorState, wall: number): Fence {
  const anchor = anchorOf(wall)
  const sign = walls[wallIndex(anchor, size)]
  return {
    x: (anchor % 10) - 1,
    y: size - Math.floor(anchor / 10) - 1,
    lies: isUpright(wall) ? 'upright' : 'flat',
    seat: sign === 'h' || sign === 'v' ? 0 : 1,
  }
}

const facts = (state: QuoridorState, seat: Seat): readonly Fact[] => [
  { label: 'walls left', value: String(state.wallsLeft[seat]) },
  { label: 'steps to go', value: String(shortestPathLength(state, seat)) },
]
