import { SEATS, type Seat } from '../../game/game.ts'
import { HIDDEN, WEIGHTS } from './network-weights.ts'

/**
 * A small network that corrects the evaluation. Its first layer is a sum of rows: one for each pawn's cell, each wall on the board, the
 * walls in hand and the distances. A move changes only a few rows, so all sums but the distances are kept from move to move.
 */
export interface Network {
  /** A row for each seat and cell, `128 * seat + cell`. */
  readonly pawns: Int16Array
  /** A row for each wall; row 0 is empty. */
  readonly walls: Int16Array
  /** A row for each pair of walls in hand and of distances, those of the first seat first. */
  readonly left: Int16Array
  readonly distances: Int16Array
  /** A weight for each sum, by the seat to move. */
  readonly out: Int16Array
  readonly bias: Int16Array
}

export { HIDDEN }

/** The board that the network was trained on. */
export const TRAINED_SIZE = 9
/** No correction is larger, in points: the search may leave out what cannot matter. */
export const MOST = 400

const LEFT = 11
const DISTANCES = 24
/** 1 as a sum, and a point as an output weight. */
const UNIT = 255
const MOST_ACTIVE = (UNIT * UNIT) >> 8
const POINT = 4 * MOST_ACTIVE

let loaded: Network | undefined
export const theNetwork = (): Network => (loaded ??= readNetwork())

/** The rows of the file are in the order of the board's cells and anchors; here they are found by the numbers of the rules. */
function readNetwork(): Network {
  const bytes = Uint8Array.from(atob(WEIGHTS), (sign) => sign.charCodeAt(0))
  const numbers = new Int16Array(bytes.buffer)
  let at = 0
  const take = (count: number): Int16Array => numbers.subarray(at, (at += count))
  const rows = (count: number, to: Int16Array, rowOf: (index: number) => number): Int16Array => {
    const from = take(count * HIDDEN)
    for (let index = 0; index < count; index++)
      to.set(from.subarray(index * HIDDEN, (index + 1) * HIDDEN), rowOf(index) * HIDDEN)
    return to
  }
  return {
    pawns: rows(
      162,
      new Int16Array(256 * HIDDEN),
      (index) => 128 * Math.trunc(index / 81) + cellAt(index % 81, 9),
    ),
    walls: rows(
      128,
      new Int16Array(256 * HIDDEN),
      (index) => 2 * cellAt(index % 64, 8) + Math.trunc(index / 64),
    ),
    left: take(LEFT * LEFT * HIDDEN),
    distances: take(DISTANCES * DISTANCES * HIDDEN),
    out: take(2 * HIDDEN),
    bias: take(2),
  }
}

const cellAt = (index: number, width: number): number =>
  10 * (Math.trunc(index / width) + 1) + (index % width) + 1

export const pawnRow = (seat: Seat, cell: number): number => HIDDEN * (128 * seat + cell)

export const leftRow = (first: number, second: number): number =>
  HIDDEN * (LEFT * (first < LEFT ? first : LEFT - 1) + (second < LEFT ? second : LEFT - 1))

export const distanceRow = (first: number, second: number): number =>
  HIDDEN *
  (DISTANCES * (first < DISTANCES ? first : DISTANCES - 1) + (second < DISTANCES ? second : DISTANCES - 1))

/**
 * What the network adds to the evaluation of the seat to move, in points. The sums begin at `at`; a wall that is only tried is added to
 * them, 0 for none.
 */
export function correction(
  { walls, distances, out, bias }: Network,
  sums: Int32Array,
  at: number,
  away: number,
  turn: Seat,
  wall: number,
): number {
  const head = HIDDEN * turn
  const row = HIDDEN * wall
  let total = 0
  for (let i = 0; i < HIDDEN; i++) {
    const sum = (sums[at + i] as number) + (distances[away + i] as number) + (walls[row + i] as number)
    if (sum <= 0) continue
    const active = sum < UNIT ? (sum * sum) >> 8 : MOST_ACTIVE
    total += Math.imul(active, out[head + i] as number)
  }
  const points = Math.trunc(total / POINT) + (bias[turn] as number)
  return points > MOST ? MOST : points < -MOST ? -MOST : points
}

/** The sums of a position. */
export function firstSums(
  network: Network,
  { pawns, placed, wallsLeft }: { pawns: Uint8Array; placed: Uint8Array; wallsLeft: Uint8Array },
  sums: Int32Array,
): void {
  sums.fill(0, 0, HIDDEN)
  const add = (from: Int16Array, row: number): void => {
    for (let i = 0; i < HIDDEN; i++) sums[i] = (sums[i] as number) + (from[row + i] as number)
  }
  for (const seat of SEATS) add(network.pawns, pawnRow(seat, pawns[seat] as number))
  for (const wall of placed) if (wall !== 0) add(network.walls, HIDDEN * wall)
  add(network.left, leftRow(wallsLeft[0] as number, wallsLeft[1] as number))
}

/** Writes the sums at `from` with one row less and one more to `to` in `into`. */
export function exchangeRow(
  rows: Int16Array,
  leaves: number,
  enters: number,
  sums: Int32Array,
  from: number,
  into: Int32Array,
  to: number,
): void {
  for (let i = 0; i < HIDDEN; i++)
    into[to + i] = (sums[from + i] as number) - (rows[leaves + i] as number) + (rows[enters + i] as number)
}

export function addRow(rows: Int16Array, row: number, sums: Int32Array, at: number): void {
  for (let i = 0; i < HIDDEN; i++) sums[at + i] = (sums[at + i] as number) + (rows[row + i] as number)
}
