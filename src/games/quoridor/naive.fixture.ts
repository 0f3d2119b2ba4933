import { otherSeat, SEATS, type Seat } from '../../game/game.ts'
import type { QuoridorState } from './index.ts'

interface Spot {
  readonly file: number
  readonly rank: number
}

/** A second, naive implementation of the rules for tests: a list of closed edges and a path search for every wall. */
export function naiveMoves(state: QuoridorState, seat: Seat): string[] {
  const shut = shutEdges(state)
  const moves = pawnMoves(state, seat, shut)
  if (state.wallsLeft[seat] === 0) return moves
  return [...moves, ...allWalls(state.size).filter((wall) => isWallLegal(state, shut, wall))]
}

/** The cells next to a cell that no wall shuts off. */
export const naiveNeighbours = (state: QuoridorState, cell: string): string[] =>
  neighbours(cell, state.size, shutEdges(state))

/** Steps from a seat's pawn to its goal. */
export function naiveDistance(state: QuoridorState, seat: Seat): number {
  let reached = new Set<string>([state.pawns[seat]])
  let steps = 0
  while (![...reached].some((cell) => isGoal(cell, seat, state.size))) {
    const next = [...reached].flatMap((cell) => naiveNeighbours(state, cell))
    reached = new Set([...reached, ...next])
    steps++
  }
  return steps
}

/** The walls of a state by name. */
export function naiveWalls({ walls, size }: QuoridorState): string[] {
  const across = size - 1
  return [...walls].flatMap((sign, index) =>
    sign === '.'
      ? []
      : [nameOf({ file: index % across, rank: Math.floor(index / across) }) + sign.toLowerCase()],
  )
}

export const allCells = (size: number): string[] => spots(size).map(nameOf)

export const allWalls = (size: number): string[] =>
  spots(size - 1).flatMap((spot) => [`${nameOf(spot)}h`, `${nameOf(spot)}v`])

function pawnMoves({ pawns, size }: QuoridorState, seat: Seat, shut: ReadonlySet<string>): string[] {
  const [from, other] = [pawns[seat], pawns[otherSeat(seat)]]
  const near = neighbours(from, size, shut)
  if (!near.includes(other)) return near
  const behind = nameOf({
    file: 2 * spotOf(other).file - spotOf(from).file,
    rank: 2 * spotOf(other).rank - spotOf(from).rank,
  })
  const beyond = neighbours(other, size, shut).filter((cell) => cell !== from)
  return [...near.filter((cell) => cell !== other), ...(beyond.includes(behind) ? [behind] : beyond)]
}

function isWallLegal(state: QuoridorState, shut: ReadonlySet<string>, wall: string): boolean {
  const placed = naiveWalls(state)
  const edges = edgesOf(wall)
  if (placed.some((other) => other.slice(0, 2) === wall.slice(0, 2))) return false
  if (edges.some((edge) => shut.has(edge))) return false
  return SEATS.every((seat) => reaches(state, seat, new Set([...shut, ...edges])))
}

function reaches({ pawns, size }: QuoridorState, seat: Seat, shut: ReadonlySet<string>): boolean {
  const seen = new Set<string>([pawns[seat]])
  for (const cell of seen) {
    if (isGoal(cell, seat, size)) return true
    for (const next of neighbours(cell, size, shut)) seen.add(next)
  }
  return false
}

const isGoal = (cell: string, seat: Seat, size: number): boolean =>
  cell.endsWith(seat === 0 ? String(size) : '1')

const shutEdges = (state: QuoridorState): ReadonlySet<string> => new Set(naiveWalls(state).flatMap(edgesOf))

function neighbours(cell: string, size: number, shut: ReadonlySet<string>): string[] {
  const { file, rank } = spotOf(cell)
  return [
    { file, rank: rank + 1 },
    { file: file + 1, rank },
    { file, rank: rank - 1 },
    { file: file - 1, rank },
  ]
    .filter((spot) => Math.min(spot.file, spot.rank) >= 0 && Math.max(spot.file, spot.rank) < size)
    .map(nameOf)
    .filter((next) => !shut.has(edge(cell, next)))
}

function edgesOf(wall: string): string[] {
  const { file, rank } = spotOf(wall)
  const [here, right, above, diagonal] = [
    nameOf({ file, rank }),
    nameOf({ file: file + 1, rank }),
    nameOf({ file, rank: rank + 1 }),
    nameOf({ file: file + 1, rank: rank + 1 }),
  ]
  return wall.endsWith('h')
    ? [edge(here, above), edge(right, diagonal)]
    : [edge(here, right), edge(above, diagonal)]
}

const edge = (a: string, b: string): string => (a < b ? `${a}-${b}` : `${b}-${a}`)

const spots = (size: number): Spot[] =>
  Array.from({ length: size * size }, (_, index) => ({ file: index % size, rank: Math.floor(index / size) }))

const spotOf = (name: string): Spot => ({
  file: 'abcdefghi'.indexOf(name.charAt(0)),
  rank: Number(name.charAt(1)) - 1,
})

const nameOf = ({ file, rank }: Spot): string => `${'abcdefghi'.charAt(file)}${rank + 1}`
