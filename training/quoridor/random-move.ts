import type { Rng } from '../../src/base/rng.ts'
import { distanceFrom } from '../../src/brains/quoridor/distances.ts'
import { WALL, type FastBoard } from '../../src/brains/quoridor/fast-board.ts'
import { legalMoves } from '../../src/brains/quoridor/moves.ts'

/** Mostly a step along a shortest path, else any move. */
export function randomMove(board: FastBoard, rng: Rng): number {
  const legal = legalMoves(board)
  const steps = legal.filter((move) => move < WALL)
  const roll = rng.below(100)
  if (roll < 55) return shortest(board, steps)
  if (roll < 65) return rng.pick(steps)
  return rng.pick(legal)
}

function shortest(board: FastBoard, steps: readonly number[]): number {
  const lengths = steps.map((step) => distanceFrom(board, board.turn, step, 0))
  return steps[lengths.indexOf(Math.min(...lengths))] as number
}
