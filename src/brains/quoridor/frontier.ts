import { otherSeat } from '../../game/game.ts'
import { distanceFrom, FAR } from './distances.ts'
import { evaluateDistances, WIN } from './evaluation.ts'
import { distance, WALL } from './fast-board.ts'
import { addPawnMoves, addUsefulWalls, measureUseful } from './moves.ts'
import { MAX_MOVES, type Search } from './search-state.ts'
import { store } from './transposition-table.ts'

/** Alpha-beta at depth 1. Moves are evaluated without being made: distances are all that the evaluation needs. */
export function searchFrontier(search: Search, alpha: number, beta: number, ply: number): number {
  const { board, meter, moves } = search
  const { turn, wallsLeft } = board
  const other = otherSeat(turn)
  const mine = distance(board, turn)
  const theirs = distance(board, other)
  const walls = wallsLeft[turn] as number
  const theirWalls = wallsLeft[other] as number
  let best = -WIN
  let bestMove = 0

  const begin = ply * MAX_MOVES
  const middle = addPawnMoves(board, moves, begin)
  for (let i = begin; i < middle; i++) {
    const move = moves[i] as number
    meter.spend()
    const left = distanceFrom(board, turn, move, Math.max(0, mine - 2))
    const score = left === 0 ? WIN - ply - 1 : -evaluateDistances(theirs, left, theirWalls, walls)
    if (score <= best) continue
    best = score
    bestMove = move
  }
  const end = walls > 0 && best < beta ? addUsefulWalls(board, moves, middle, false) : middle
  for (let i = middle; i < end && best < beta; i++) {
    const move = moves[i] as number
    meter.spend()
    const theirsAfter = measureUseful(board, move - WALL, other)
    if (theirsAfter === FAR) continue
    const mineAfter = measureUseful(board, move - WALL, turn)
    if (mineAfter === FAR) continue
    const score = -evaluateDistances(theirsAfter, mineAfter, theirWalls, walls - 1)
    if (score <= best) continue
    best = score
    bestMove = move
  }
  if (ply === 0) search.best = bestMove
  store(search.table, board, ply, 1, alpha, beta, best, bestMove)
  return best
}
