import { otherSeat } from '../../game/game.ts'
import { distance, MOVES, WALL, type FastBoard } from './fast-board.ts'
import { distanceFrom, FAR } from './distances.ts'
import { measureUseful } from './moves.ts'

/** What earlier branches taught about the order of moves. */
export interface Lessons {
  /** Two for each ply: moves that refuted something there. */
  readonly killers: Int16Array
  /** For each seat and move, how often it refuted something. */
  readonly history: Int32Array
}

export const makeLessons = (plies: number): Lessons => ({
  killers: new Int16Array(2 * plies),
  history: new Int32Array(2 * MOVES),
})

export function learn(lessons: Lessons, board: FastBoard, move: number, ply: number, depth: number): void {
  const { killers, history } = lessons
  if (killers[2 * ply] !== move) {
    killers[2 * ply + 1] = killers[2 * ply] as number
    killers[2 * ply] = move
  }
  const at = MOVES * board.turn + move
  history[at] = (history[at] as number) + depth * depth
  if (history[at] > 1 << 20) for (let i = 0; i < history.length; i++) history[i] = (history[i] as number) >> 1
}

/** A wall that is illegal gets this value. */
export const ILLEGAL = -1 << 30

/**
 * Gives each move a value to sort by: steps along a shortest way, then what a wall gains, what worked nearby, and
 * what worked at all.
 */
export function valueMoves(
  board: FastBoard,
  lessons: Lessons,
  moves: Int16Array,
  values: Int32Array,
  begin: number,
  end: number,
  ply: number,
): void {
  const { turn } = board
  const other = otherSeat(turn)
  const { killers, history } = lessons
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

/** Brings the best of the moves from `i` on to `i`. */
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
