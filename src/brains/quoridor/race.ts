import type { Seat } from '../../game/game.ts'
import type { FastBoard } from './fast-board.ts'
import { addPawnMoves } from './moves.ts'

/** Every position of two pawns among fixed walls, by `indexOf`. */
export interface Race {
  /** Plies to the end; 0 where nobody can force one. */
  readonly plies: Uint8Array
  /** Whether the side to move wins. */
  readonly isWon: Uint8Array
}

const CELLS = 128
const indexOf = (turn: number, first: number, second: number): number => (turn * CELLS + first) * CELLS + second

/** The best step of the side to move: the shortest win, else none, else the longest defeat. */
export function bestStep(board: FastBoard, race: Race): number {
  const steps = stepsFrom(board, board.turn, board.pawns[0] as number, board.pawns[1] as number)
  const values = steps.map((step) => {
    const after = afterStep(board.turn, step, board.pawns[0] as number, board.pawns[1] as number)
    const plies = race.plies[after] as number
    if (hasArrived(board, board.turn, step)) return 1000
    return plies === 0 ? 0 : race.isWon[after] === 1 ? plies - 500 : 500 - plies
  })
  return steps[values.indexOf(Math.max(...values))] as number
}

/**
 * Once both have used up their walls nothing but the pawns can change, so all of it is solved at once: first what
 * wins in one ply, then what loses in two, and so on until nothing is found any more.
 */
export function solveRace(board: FastBoard): Race {
  const race: Race = { plies: new Uint8Array(2 * CELLS * CELLS), isWon: new Uint8Array(2 * CELLS * CELLS) }
  let open = positions(board)
  for (let plies = 1, found = 2; found > 0; plies++) {
    const before = open.length
    open = open.filter((position) => !settle(race, position, plies))
    // Wins and defeats are found by turns: one empty pass says nothing yet.
    found = open.length < before ? 2 : found - 1
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
  const cells = Array.from({ length: size * size }, (_, i) => 10 * (Math.floor(i / size) + 1) + (i % size) + 1)
  const all: Position[] = []
  for (const first of cells)
    for (const second of cells) {
      if (first === second || hasArrived(board, 0, first) || hasArrived(board, 1, second)) continue
      for (const turn of [0, 1] as const) {
        const steps = stepsFrom(board, turn, first, second)
        all.push({
          index: indexOf(turn, first, second),
          isWonNow: steps.some((step) => hasArrived(board, turn, step)),
          next: steps.map((step) => afterStep(turn, step, first, second)),
        })
      }
    }
  return all
}

/** Whether a position ends in exactly so many plies; what ends sooner is settled already. */
function settle({ plies, isWon }: Race, { index, isWonNow, next }: Position, count: number): boolean {
  const isWin = count === 1 ? isWonNow : next.some((after) => plies[after] === count - 1 && isWon[after] === 0)
  const isLoss = !isWin && next.every((after) => isWon[after] === 1 && (plies[after] as number) < count)
  if (!isWin && !isLoss) return false
  plies[index] = count
  isWon[index] = isWin ? 1 : 0
  return true
}

const hasArrived = ({ size }: FastBoard, seat: Seat, cell: number): boolean =>
  seat === 0 ? cell > 10 * size : cell < 20

const afterStep = (turn: Seat, step: number, first: number, second: number): number =>
  turn === 0 ? indexOf(1, step, second) : indexOf(0, first, step)

const list = new Int16Array(8)

function stepsFrom(board: FastBoard, turn: Seat, first: number, second: number): number[] {
  const end = addPawnMoves({ ...board, turn, pawns: Uint8Array.of(first, second) }, list, 0)
  return [...list.subarray(0, end)]
}
