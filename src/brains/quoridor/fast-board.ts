import { deriveSeed } from '../../base/rng.ts'
import { STEPS } from '../../games/quoridor/board.ts'
import { cellName, cellOf, readWall, wallName, type QuoridorMove } from '../../games/quoridor/names.ts'
import { goalRank, type QuoridorState } from '../../games/quoridor/state.ts'
import { otherSeat, SEATS, type Seat } from '../../game/game.ts'
import {
  beginFlood,
  distanceBehind,
  distanceFrom,
  FAR,
  makeLevels,
  openSides,
  raiseFlood,
  toggleWays,
  type Floods,
} from './distances.ts'
import {
  addRow,
  exchangeRow,
  firstSums,
  HIDDEN,
  leftRow,
  pawnRow,
  theNetwork,
  TRAINED_SIZE,
  type Network,
} from './network.ts'

/**
 * A mutable position for searching, with make and unmake. Cells and walls are the numbers of the rules. It keeps the
 * distances of all cells from each seat's goal: a pawn move changes none of them, a wall only some.
 */
export interface FastBoard extends Floods {
  readonly size: number
  turn: Seat
  readonly pawns: Uint8Array
  readonly wallsLeft: Uint8Array
  /** For each cell its shut sides, bit i for `STEPS[i]`. */
  readonly shut: Uint8Array
  /** For each anchor the wall there, or 0. */
  readonly placed: Uint8Array
  /** Steps from each seat's pawn to its goal. */
  readonly distances: Uint8Array
  /** Moves made since loading. */
  ply: number
  readonly undo: Int32Array
  /** Both halves of the Zobrist key. */
  low: number
  high: number
  /** The network of the evaluation, and its sums after each move; only on boards that it was trained on. */
  readonly network: Network | undefined
  readonly sums: Int32Array
}

/** A move as a number: the cell a pawn goes to, or a wall with this bit set. */
export const WALL = 256
/** Above every move. */
export const MOVES = 512

export const readMove = (move: QuoridorMove, size: number): number =>
  move.length === 2 ? cellOf(move) : readWall(move, size) | WALL

export const writeMove = (move: number): QuoridorMove =>
  move < WALL ? cellName(move) : wallName(move - WALL)

/** How many moves can be taken back. */
const DEEPEST = 128
const MOST_WALLS = 41

/** Loads a position. With `learned` the board keeps the sums of the network, which its evaluation then uses. */
export function loadBoard(state: QuoridorState, learned = false): FastBoard {
  const { size } = state
  const network = learned && size === TRAINED_SIZE ? theNetwork() : undefined
  const board: FastBoard = {
    size,
    turn: state.turn,
    pawns: Uint8Array.from(state.pawns, cellOf),
    wallsLeft: Uint8Array.from(state.wallsLeft),
    shut: edges(size),
    placed: new Uint8Array(128),
    open: openSides(size),
    levels: makeLevels(MOST_WALLS),
    known: new Uint8Array(2 * MOST_WALLS + 2),
    distances: new Uint8Array(2),
    walls: 0,
    ply: 0,
    undo: new Int32Array(3 * DEEPEST),
    low: 0,
    high: 0,
    network,
    sums: new Int32Array(network ? HIDDEN * DEEPEST : 0),
  }
  for (const [index, sign] of [...state.walls].entries()) {
    if (sign === '.') continue
    const anchor = 10 * (Math.floor(index / (size - 1)) + 1) + (index % (size - 1)) + 1
    toggleWall(board, sign === 'h' || sign === 'H' ? 2 * anchor : 2 * anchor + 1)
  }
  for (const seat of SEATS) {
    beginFlood(board, seat, goalRank(seat, size), size)
    board.distances[seat] = distanceFrom(board, seat, board.pawns[seat] as number, 0)
  }
  toggleKey(board, pawnKey(0, board.pawns[0] as number))
  toggleKey(board, pawnKey(1, board.pawns[1] as number))
  toggleKey(board, leftKey(0, board.wallsLeft[0] as number))
  toggleKey(board, leftKey(1, board.wallsLeft[1] as number))
  if (board.turn === 1) toggleKey(board, TURN_KEY)
  if (network) firstSums(network, board, board.sums)
  return board
}

/** Steps from a seat's pawn to its goal; `FAR` if a wall shuts it in. */
export const distance = ({ distances }: FastBoard, seat: Seat): number => distances[seat] as number

/** Whether both pawns can still reach their goals: ask after putting up a wall. */
export const isOpen = ({ distances }: FastBoard): boolean => distances[0] !== FAR && distances[1] !== FAR

/** Moves a pawn, or puts up a wall that fits. Whether the wall shuts a pawn in is checked afterwards, by `isOpen`. */
export function make(board: FastBoard, move: number): void {
  const { turn, pawns, distances, undo, network, sums } = board
  const before = sumsAt(board)
  const at = 3 * (board.ply++ % DEEPEST)
  const first = distances[0] as number
  const second = distances[1] as number
  undo[at] = first
  undo[at + 1] = second
  if (move < WALL) {
    const from = pawns[turn] as number
    undo[at + 2] = from
    toggleKey(board, pawnKey(turn, from))
    toggleKey(board, pawnKey(turn, move))
    pawns[turn] = move
    if (network)
      exchangeRow(network.pawns, pawnRow(turn, from), pawnRow(turn, move), sums, before, sums, sumsAt(board))
    // A jump brings a pawn two steps nearer at most.
    distances[turn] = distanceFrom(board, turn, move, Math.max(0, (distances[turn] as number) - 2))
  } else {
    const wall = move - WALL
    const left = board.wallsLeft[turn] as number
    toggleWall(board, wall)
    if (network) {
      exchangeLeft(board, network, before, sums, sumsAt(board))
      addRow(network.walls, HIDDEN * wall, sums, sumsAt(board))
    }
    distances[0] = raiseFlood(board, 0, wall, pawns[0] as number, first)
    distances[1] = raiseFlood(board, 1, wall, pawns[1] as number, second)
    board.walls++
    toggleKey(board, leftKey(turn, left))
    toggleKey(board, leftKey(turn, left - 1))
    board.wallsLeft[turn] = left - 1
  }
  board.turn = otherSeat(turn)
  toggleKey(board, TURN_KEY)
}

/** Writes the sums at `from` to `to` in `into`, for one wall in hand less of the side to move. */
export function exchangeLeft(
  { turn, wallsLeft, sums }: FastBoard,
  { left }: Network,
  from: number,
  into: Int32Array,
  to: number,
): void {
  const first = wallsLeft[0] as number
  const second = wallsLeft[1] as number
  const after = turn === 0 ? leftRow(first - 1, second) : leftRow(first, second - 1)
  exchangeRow(left, leftRow(first, second), after, sums, from, into, to)
}

/** Where the sums of the position begin. */
export const sumsAt = ({ ply }: FastBoard): number => HIDDEN * (ply % DEEPEST)

/** Takes back the last move. */
export function unmake(board: FastBoard, move: number): void {
  const { distances, undo } = board
  const turn = (board.turn = otherSeat(board.turn))
  const at = 3 * (--board.ply % DEEPEST)
  distances[0] = undo[at] as number
  distances[1] = undo[at + 1] as number
  toggleKey(board, TURN_KEY)
  if (move < WALL) {
    const from = undo[at + 2] as number
    toggleKey(board, pawnKey(turn, move))
    toggleKey(board, pawnKey(turn, from))
    board.pawns[turn] = from
  } else {
    const left = (board.wallsLeft[turn] as number) + 1
    board.walls--
    toggleWall(board, move - WALL)
    toggleKey(board, leftKey(turn, left - 1))
    toggleKey(board, leftKey(turn, left))
    board.wallsLeft[turn] = left
  }
}

/** The side to move passes. A second call takes it back. */
export function makeNullMove(board: FastBoard): void {
  board.turn = otherSeat(board.turn)
  toggleKey(board, TURN_KEY)
}

/** The distance of a pawn after a wall, without putting the wall up. */
export function measureWall(board: FastBoard, wall: number, seat: Seat): number {
  toggleWays(board.open, wall)
  const after = distanceBehind(board, seat, wall, board.pawns[seat] as number, distance(board, seat))
  toggleWays(board.open, wall)
  return after
}

/** Whether the groove is free: no wall across the middle, none lying along either half. */
export function fits({ placed }: FastBoard, wall: number): boolean {
  const anchor = wall >> 1
  const along = (wall & 1) === 1 ? 10 : 1
  return (
    placed[anchor] === 0 &&
    placed[anchor - along] !== wall - 2 * along &&
    placed[anchor + along] !== wall + 2 * along
  )
}

function toggleWall(board: FastBoard, wall: number): void {
  const { placed } = board
  placed[wall >> 1] = (placed[wall >> 1] as number) ^ wall
  toggleSides(board, wall)
  toggleWays(board.open, wall)
  toggleKey(board, WALL_KEYS + wall)
}

function toggleSides({ shut }: FastBoard, wall: number): void {
  const cell = wall >> 1
  const isUpright = (wall & 1) === 1
  const aside = isUpright ? 10 : 1
  const beyond = isUpright ? 1 : 10
  const near = isUpright ? EAST : NORTH
  const far = isUpright ? WEST : SOUTH
  shut[cell] = (shut[cell] as number) ^ near
  shut[cell + aside] = (shut[cell + aside] as number) ^ near
  shut[cell + beyond] = (shut[cell + beyond] as number) ^ far
  shut[cell + beyond + aside] = (shut[cell + beyond + aside] as number) ^ far
}

const [NORTH, EAST, SOUTH, WEST] = [1, 2, 4, 8] as const

function edges(size: number): Uint8Array {
  const shut = new Uint8Array(128)
  const isInside = (cell: number): boolean =>
    cell % 10 >= 1 && cell % 10 <= size && cell > 10 && cell < 10 * size + 10
  for (let cell = 11; cell < 10 * size + 10; cell++)
    for (const [direction, step] of STEPS.entries())
      if (!isInside(cell + step)) shut[cell] = (shut[cell] as number) | (1 << direction)
  return shut
}

const pawnKey = (seat: Seat, cell: number): number => 128 * seat + cell
const leftKey = (seat: Seat, left: number): number => 256 + 32 * seat + left
const TURN_KEY = 320
const WALL_KEYS = 321
const KEYS = WALL_KEYS + 256
const LOW_KEYS = Int32Array.from({ length: KEYS }, (_, key) => deriveSeed(key, 'low'))
const HIGH_KEYS = Int32Array.from({ length: KEYS }, (_, key) => deriveSeed(key, 'high'))

function toggleKey(board: FastBoard, key: number): void {
  board.low ^= LOW_KEYS[key] as number
  board.high ^= HIGH_KEYS[key] as number
}
