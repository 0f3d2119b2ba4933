import type { BrainTurn } from '../../game/brain.ts'
import { boardOf, fits } from '../../games/quoridor/board.ts'
import { anchorOf, cellOf, wallName } from '../../games/quoridor/names.ts'
import { quoridor, type QuoridorState } from '../../games/quoridor/index.ts'

/** A wall that leaves a pawn without a path, or one that prepares it; undefined if there is none. */
export function shutIn({ view, seat, legal }: BrainTurn<QuoridorState>): string | undefined {
  const fitting = fittingWalls(view)
  const allowed: readonly string[] = quoridor.legalMoves({ ...view, wallsLeft: [1, 1] }, seat)
  const last = fitting.find((wall) => !allowed.includes(wall))
  if (last !== undefined) return last
  const { placed } = boardOf(view)
  const [room] = roomsAround(cellOf(view.pawns[seat]), view.size)
    .map((walls) => walls.filter((wall) => placed[anchorOf(wall)] !== wall).map(wallName))
    .filter((missing) => missing.length > 0 && missing.every((wall) => fitting.includes(wall)))
    .toSorted((a, b) => a.length - b.length)
  return room?.find((wall) => legal.includes(wall))
}

/** Every wall that neither crosses nor overlaps another, also those that block all paths. */
function fittingWalls(view: QuoridorState): readonly string[] {
  const board = boardOf(view)
  const walls: string[] = []
  for (let rank = 1; rank < view.size; rank++)
    for (let file = 1; file < view.size; file++) {
      const flat = 2 * (10 * rank + file)
      for (const wall of [flat, flat + 1]) if (fits(board, wall)) walls.push(wallName(wall))
    }
  return walls
}

/** The 2×2 squares that contain a cell, each as the walls around it; no wall is needed at the edge of the board. */
function roomsAround(cell: number, size: number): readonly (readonly number[])[] {
  const [rank, file] = [Math.floor(cell / 10), cell % 10]
  const isAnchor = (place: number): boolean => place >= 1 && place < size
  const ranks = [rank - 1, rank].filter(isAnchor)
  const files = [file - 1, file].filter(isAnchor)
  return ranks.flatMap((low) => files.map((left) => wallsAround(low, left, size)))
}

function wallsAround(low: number, left: number, size: number): readonly number[] {
  const corner = 10 * low + left
  const walls: number[] = []
  if (left > 1) walls.push(2 * (corner - 1) + 1)
  if (left + 1 < size) walls.push(2 * (corner + 1) + 1)
  if (low > 1) walls.push(2 * (corner - 10))
  if (low + 1 < size) walls.push(2 * (corner + 10))
  return walls
}
