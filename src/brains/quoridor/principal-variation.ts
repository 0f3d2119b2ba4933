import { otherSeat } from '../../game/game.ts'
import type { QuoridorMove } from '../../games/quoridor/index.ts'
import { distance, fits, make, unmake, WALL, writeMove, type FastBoard } from './fast-board.ts'
import { addPawnMoves, isLegalWall } from './moves.ts'
import { boundIn, EXACT, probe, moveIn, type TranspositionTable } from './transposition-table.ts'

const LONGEST = 12

/** The expected line of play: `first`, then move by move what `next` says, as long as that is legal. */
export function principalVariation(
  board: FastBoard,
  first: number,
  next: (board: FastBoard) => number | undefined,
): readonly QuoridorMove[] {
  const played: number[] = []
  const seen = new Set<number>()
  let move: number | undefined = first
  while (move !== undefined && played.length < LONGEST && isLegal(board, move)) {
    make(board, move)
    played.push(move)
    // The line stops at a repetition.
    if (distance(board, otherSeat(board.turn)) === 0 || seen.has(board.low)) break
    seen.add(board.low)
    move = next(board)
  }
  for (const back of played.toReversed()) unmake(board, back)
  return played.map(writeMove)
}

/** The move of an exact entry of the table. */
export function exactMoveIn(table: TranspositionTable): (board: FastBoard) => number | undefined {
  return (board) => {
    const slot = probe(table, board)
    return slot >= 0 && boundIn(table, slot) === EXACT ? moveIn(table, slot) : undefined
  }
}

const steps = new Int16Array(8)

function isLegal(board: FastBoard, move: number): boolean {
  if (move < WALL) return steps.subarray(0, addPawnMoves(board, steps, 0)).includes(move)
  return (board.wallsLeft[board.turn] as number) > 0 && fits(board, move - WALL) && isLegalWall(board, move)
}
