import { otherSeat, type Seat } from '../../game/game.ts'
import { distanceFrom, FAR } from './distances.ts'
import { evaluateDistances, isRace, WIN } from './evaluation.ts'
import { distance, exchangeLeft, sumsAt, WALL, type FastBoard } from './fast-board.ts'
import { addPawnMoves, addUsefulWalls, measureUseful } from './moves.ts'
import { correction, distanceRow, exchangeRow, HIDDEN, MOST, pawnRow, type Network } from './network.ts'
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
  const { network } = board
  let best = -WIN
  let bestMove = 0

  const begin = ply * MAX_MOVES
  const middle = addPawnMoves(board, moves, begin)
  for (let i = begin; i < middle; i++) {
    const move = moves[i] as number
    meter.spend()
    const left = distanceFrom(board, turn, move, Math.max(0, mine - 2))
    let score = left === 0 ? WIN - ply - 1 : -evaluateDistances(theirs, left, theirWalls, walls)
    if (network && left > 0 && score + MOST > best && !isRace(theirs, left, theirWalls, walls))
      score -= stepCorrection(board, network, move, left)
    if (score <= best) continue
    best = score
    bestMove = move
  }
  const end = walls > 0 && best < beta ? addUsefulWalls(board, moves, middle, false) : middle
  if (network && end > middle) exchangeLeft(board, network, sumsAt(board), sumsAfter, 0)
  for (let i = middle; i < end && best < beta; i++) {
    const move = moves[i] as number
    meter.spend()
    const theirsAfter = measureUseful(board, move - WALL, other)
    if (theirsAfter === FAR) continue
    const mineAfter = measureUseful(board, move - WALL, turn)
    if (mineAfter === FAR) continue
    let score = -evaluateDistances(theirsAfter, mineAfter, theirWalls, walls - 1)
    if (network && score + MOST > best && !isRace(theirsAfter, mineAfter, theirWalls, walls - 1))
      score -= wallCorrection(turn, network, move - WALL, mineAfter, theirsAfter)
    if (score <= best) continue
    best = score
    bestMove = move
  }
  if (ply === 0) search.best = bestMove
  store(search.table, board, ply, 1, alpha, beta, best, bestMove)
  return best
}

const sumsAfter = new Int32Array(HIDDEN)

/** What the network adds for the opponent after a step of the side to move. */
function stepCorrection(board: FastBoard, network: Network, step: number, left: number): number {
  const { turn, pawns, distances, sums } = board
  const from = pawnRow(turn, pawns[turn] as number)
  exchangeRow(network.pawns, from, pawnRow(turn, step), sums, sumsAt(board), sumsAfter, 0)
  const away =
    turn === 0 ? distanceRow(left, distances[1] as number) : distanceRow(distances[0] as number, left)
  return correction(network, sumsAfter, 0, away, otherSeat(turn), 0)
}

/** The same after a wall. `sumsAfter` has one wall in hand less already. */
function wallCorrection(turn: Seat, network: Network, wall: number, mine: number, theirs: number): number {
  const away = turn === 0 ? distanceRow(mine, theirs) : distanceRow(theirs, mine)
  return correction(network, sumsAfter, 0, away, otherSeat(turn), wall)
}
