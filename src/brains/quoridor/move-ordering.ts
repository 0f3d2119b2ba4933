import { otherSeat } from '../../game/game.ts'
import { distance, MOVES, WALL, type FastBoard } from './fast-board.ts'
import { distanceFrom, FAR } from './distances.ts'
import { measureUseful } from './moves.ts'

/** Killer and history heuristics: which moves caused cutoffs elsewhere in the tree. */
export interface OrderingHeuristics {
  /** Two moves for each ply that caused a cutoff there. */
  readonly killers: Int16Array
  /** For each seat and move: the sum of depth² over its cutoffs. */
  readonly history: Int32Array
}

export const makeHeuristics = (plies: number): OrderingHeuristics => ({
  killers: new Int16Array(2 * plies),
  history: new Int32Array(2 * MOVES),
})

export function recordCutoff(
  heuristics: OrderingHeuristics,
  board: FastBoard,
  move: number,
  ply: number,
  depth: number,
): void {
  const { killers, history } = heuristics
  if (killers[2 * ply] !== move) {
    killers[2 * ply + 1] = killers[2 * ply] as number
    killers[2 * ply] = move
  }
  const at = MOVES * board.turn + move
  history[at] = (history[at] as number) + depth * depth
  if (history[at] > 1 << 20) for (let i = 0; i < history.length; i++) history[i] = (history[i] as number) >> 1
}

/** The score of an illegal wall. */
export const ILLEGAL = -1 << 30

/** Scores moves for ordering: first by the distance gained in the race, then killers, then history. */
export function scoreMoves(
  board: FastBoard,
  heuristics: OrderingHeuristics,
  moves: Int16Array,
  values: Int32Array,
  begin: number,
  end: number,
  ply: number,
): void {
  const { turn } = board
  const other = otherSeat(turn)
  const { killers, history } = heuristics
  const mine = distance(board, turn)
  const theirs = distance(board, other)
  for (let i = begin; i < end; i++) {
    const move = moves[i] as number
    let value = Math.min(history[MOVES * turn + move] as number, 90_000)
    if (move < WALL) value += (mine - distanceFrom(board, turn, move, Math.max(0, mine - 2))) * STEP
    else {
      const mineAfter = measureUseful(board, move - WALL, turn)
      const theirsAfter = measureUseful(board, move - WALL, other)
      const isLegal = mineAfter < FAR && theirsAfter < FAR
      value = isLegal ? value + (theirsAfter - theirs - mineAfter + mine - 1) * STEP : ILLEGAL
    }
    if (value !== ILLEGAL) {
      if (move === killers[2 * ply]) value += STEP
      else if (move === killers[2 * ply + 1]) value += STEP - 1
    }
    values[i] = value
  }
}

const STEP = 100_000

/** One step of a selection sort: swaps the best of the moves from `i` on to `i`. */
export function pickBest(moves: Int16Array, values: Int32Array, i: number, end: number): void {
  let best = i
  for (let j = i + 1; j < end; j++) if ((values[j] as number) > (values[best] as number)) best = j
  const move = moves[best] as number
  const value = values[best] as number
  moves[best] = moves[i] as number
  values[best] = values[i] as number
  moves[i] = move
  values[i] = value
}
