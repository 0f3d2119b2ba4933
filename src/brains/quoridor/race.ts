import { SEATS, type Seat } from '../../game/game.ts'
import type { FastBoard } from './fast-board.ts'
import { addPawnMoves } from './moves.ts'

/**
 * An endgame table for positions without walls in hand. For each side to move and pair of pawns: in how many plies it
 * wins; negative if it loses, 0 for a draw.
 */
export type Race = Int16Array

interface Pawns {
  readonly turn: Seat
  readonly first: number
  readonly second: number
}

/** The best step of the side to move: the shortest win, else a draw, else the longest loss. */
export function bestStep(board: FastBoard, race: Race): number {
  const pawns = pawnsOf(board)
  const steps = stepsFrom(board, pawns)
  const values = steps.map((step) => {
    if (hasArrived(board, pawns.turn, step)) return LONGEST
    const result = race[indexOf(afterStep(pawns, step))] as number
    return result === 0 ? 0 : result > 0 ? result - LONGEST : result + LONGEST
  })
  return steps[values.indexOf(Math.max(...values))] as number
}

/** Longer than any race. */
const LONGEST = 1000

export const raceResult = (board: FastBoard, race: Race): number => race[indexOf(pawnsOf(board))] as number

/**
 * Retrograde analysis: first the positions won in one ply, then those lost in two, and so on until a pass finds nothing
 * new.
 */
export function solveRace(board: FastBoard): Race {
  const race: Race = new Int16Array(2 * CELLS * CELLS)
  let open = positions(board)
  // Wins and losses are found in alternate passes, so only two empty passes in a row end it.
  for (let plies = 1, passesLeft = 2; passesLeft > 0; plies++) {
    const left = open.filter((position) => !settle(race, position, plies))
    passesLeft = left.length < open.length ? 2 : passesLeft - 1
    open = left
  }
  return race
}

interface Position {
  readonly index: number
  readonly isWonNow: boolean
  /** The positions its steps lead to. */
  readonly next: readonly number[]
}

function positions(board: FastBoard): Position[] {
  const { size } = board
  const cells = Array.from(
    { length: size * size },
    (_, i) => 10 * (Math.floor(i / size) + 1) + (i % size) + 1,
  )
  const all: Position[] = []
  for (const first of cells)
    for (const second of cells)
      for (const turn of SEATS) {
        if (first === second || hasArrived(board, 0, first) || hasArrived(board, 1, second)) continue
        const pawns = { turn, first, second }
        const steps = stepsFrom(board, pawns)
        all.push({
          index: indexOf(pawns),
          isWonNow: steps.some((step) => hasArrived(board, turn, step)),
          next: steps.map((step) => indexOf(afterStep(pawns, step))),
        })
      }
  return all
}

/** Enters a position that ends in exactly so many plies; shorter ones are entered already. */
function settle(race: Race, { index, isWonNow, next }: Position, plies: number): boolean {
  if (plies === 1 ? isWonNow : next.some((after) => race[after] === 1 - plies)) race[index] = plies
  else if (next.every((after) => isWonWithin(race[after] as number, plies - 1))) race[index] = -plies
  return race[index] !== 0
}

const isWonWithin = (result: number, plies: number): boolean => result > 0 && result <= plies

const CELLS = 128
const indexOf = ({ turn, first, second }: Pawns): number => (turn * CELLS + first) * CELLS + second

const pawnsOf = ({ turn, pawns }: FastBoard): Pawns => ({
  turn,
  first: pawns[0] as number,
  second: pawns[1] as number,
})

const hasArrived = ({ size }: FastBoard, seat: Seat, cell: number): boolean =>
  seat === 0 ? cell > 10 * size : cell < 20

const afterStep = ({ turn, first, second }: Pawns, step: number): Pawns =>
  turn === 0 ? { turn: 1, first: step, second } : { turn: 0, first, second: step }

const list = new Int16Array(8)

function stepsFrom(board: FastBoard, { turn, first, second }: Pawns): number[] {
  const end = addPawnMoves({ ...board, turn, pawns: Uint8Array.of(first, second) }, list, 0)
  return [...list.subarray(0, end)]
}
