import { withChar } from '../../base/grid.ts'
import {
  otherSeat,
  SEATS,
  winFor,
  type Outcome,
  type Pair,
  type Seat,
  type SeatMove,
} from '../../game/game.ts'
import {
  boardOf,
  closesRing,
  directionOf,
  fits,
  isShut,
  joinCorners,
  STEPS,
  toggleWall,
  type Board,
} from './board.ts'
import {
  anchorOf,
  cellName,
  cellOf,
  isUpright,
  rankOf,
  readCell,
  readWall,
  wallName,
  type CellName,
  type QuoridorMove,
} from './names.ts'
import { followAnyPath, hasPath } from './paths.ts'
import { goalRank, wallIndex, type QuoridorState } from './state.ts'

const NO_SEATS: readonly Seat[] = []
const ONLY: Pair<readonly Seat[]> = [[0], [1]]

export const toMove = (state: QuoridorState): readonly Seat[] =>
  winner(state) === undefined ? ONLY[state.turn] : NO_SEATS

export function outcome(state: QuoridorState): Outcome | undefined {
  const seat = winner(state)
  return seat === undefined ? undefined : winFor(seat, 'goal')
}

/**
 * Moves of the pawn first, by direction: north, east, south, west; a jump comes in place of the step it replaces.
 * Then walls by anchor: a1, b1 … then a2, b2 …, each flat before upright. There is always a move of the pawn:
 * if both pawns were shut in together, neither would have a path.
 */
export function legalMoves(state: QuoridorState, seat: Seat): readonly QuoridorMove[] {
  if (!isTurn(state, seat)) return []
  const board = boardOf(state)
  const moves = pawnMoves(board, state, seat)
  if (state.wallsLeft[seat] > 0) addWalls(moves, board, state)
  return moves
}

export function isLegal(state: QuoridorState, seat: Seat, move: string): boolean {
  if (!isTurn(state, seat)) return false
  const to = readCell(move, state.size)
  if (to !== 0) return canReach(boardOf(state), state, seat, to)
  const wall = readWall(move, state.size)
  if (wall === 0 || state.wallsLeft[seat] === 0) return false
  const board = boardOf(state)
  if (!fits(board, wall)) return false
  joinCorners(board, state.size)
  return !closesRing(board, wall) || SEATS.every((each) => !cutsOff(board, state, each, wall))
}

export const play = (state: QuoridorState, turn: readonly SeatMove<QuoridorMove>[]): QuoridorState =>
  turn.reduce(playMove, state)

function playMove(state: QuoridorState, { seat, move }: SeatMove<QuoridorMove>): QuoridorState {
  const { size, pawns, wallsLeft, walls } = state
  const turn = otherSeat(seat)
  const wall = readWall(move, size)
  if (wall === 0) return { size, turn, pawns: replace(pawns, seat, move as CellName), wallsLeft, walls }
  const sign = SIGNS[seat][isUpright(wall) ? 1 : 0]
  return {
    size,
    turn,
    pawns,
    wallsLeft: replace(wallsLeft, seat, wallsLeft[seat] - 1),
    walls: withChar(walls, wallIndex(anchorOf(wall), size), sign),
  }
}

const SIGNS = [
  ['h', 'v'],
  ['H', 'V'],
] as const

const replace = <T>([first, second]: Pair<T>, seat: Seat, value: T): Pair<T> =>
  seat === 0 ? [value, second] : [first, value]

/** The last position that `winner` was asked about, and its answer: the match machine asks some four times for each position. */
let asked: QuoridorState | undefined
let known: Seat | undefined

function winner(state: QuoridorState): Seat | undefined {
  if (state === asked) return known
  const { pawns, size } = state
  asked = state
  known = rankOf(pawns[0]) === size ? 0 : rankOf(pawns[1]) === 1 ? 1 : undefined
  return known
}

const isTurn = (state: QuoridorState, seat: Seat): boolean =>
  state.turn === seat && winner(state) === undefined

function canReach(board: Board, state: QuoridorState, seat: Seat, to: number): boolean {
  const from = cellOf(state.pawns[seat])
  const direction = directionOf(to - from)
  // No jump ends beside the cell where it began.
  if (direction !== -1) return !isShut(board, from, direction) && to !== cellOf(state.pawns[otherSeat(seat)])
  return pawnMoves(board, state, seat).includes(cellName(to))
}

function pawnMoves(board: Board, { pawns }: QuoridorState, seat: Seat): QuoridorMove[] {
  const from = cellOf(pawns[seat])
  const other = cellOf(pawns[otherSeat(seat)])
  const moves: QuoridorMove[] = []
  for (let direction = 0; direction < 4; direction++) {
    if (isShut(board, from, direction)) continue
    const to = from + (STEPS[direction] as number)
    if (to !== other) moves.push(cellName(to))
    else addJumps(moves, board, other, direction)
  }
  return moves
}

function addJumps(moves: QuoridorMove[], board: Board, over: number, direction: number): void {
  if (!isShut(board, over, direction)) {
    moves.push(cellName(over + (STEPS[direction] as number)))
    return
  }
  const aside = direction % 2 === 0 ? 1 : 0
  for (const side of [aside, aside + 2])
    if (!isShut(board, over, side)) moves.push(cellName(over + (STEPS[side] as number)))
}

function addWalls(moves: QuoridorMove[], board: Board, state: QuoridorState): void {
  const { size } = state
  joinCorners(board, size)
  let marked = false
  for (let rank = 1; rank < size; rank++) {
    for (let file = 1; file < size; file++) {
      const flat = 2 * (10 * rank + file)
      for (let wall = flat; wall <= flat + 1; wall++) {
        if (!fits(board, wall)) continue
        if (closesRing(board, wall)) {
          if (!marked) markPaths(board, state)
          marked = true
          if (isCut(board, state, wall)) continue
        }
        moves.push(wallName(wall))
      }
    }
  }
}

/** For each wall, bit i if it stands across the known path of seat i. */
const across = new Uint8Array(220)

function markPaths(board: Board, state: QuoridorState): void {
  across.fill(0)
  for (const seat of SEATS)
    followAnyPath(board, cellOf(state.pawns[seat]), goalRank(seat, state.size), (from, to) => {
      const low = Math.min(from, to)
      const upright = Math.abs(to - from) === 1
      const wall = upright ? 2 * low + 1 : 2 * low
      const neighbour = upright ? wall - 20 : wall - 2
      across[wall] = (across[wall] as number) | (1 << seat)
      across[neighbour] = (across[neighbour] as number) | (1 << seat)
    })
}

const isCut = (board: Board, state: QuoridorState, wall: number): boolean =>
  SEATS.some((seat) => (((across[wall] as number) >> seat) & 1) === 1 && cutsOff(board, state, seat, wall))

function cutsOff(board: Board, { pawns, size }: QuoridorState, seat: Seat, wall: number): boolean {
  toggleWall(board, wall)
  const cut = !hasPath(board, cellOf(pawns[seat]), goalRank(seat, size))
  toggleWall(board, wall)
  return cut
}
