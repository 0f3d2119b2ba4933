import { otherSeat } from '../../game/game.ts'
import { distance, measureWall, MOVES, WALL, type FastBoard } from './fast-board.ts'
import { FAR } from './distances.ts'

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
 * Gives each move a value to sort by: the remembered move, then steps along a shortest way, then what a wall
 * gains (tried out if `measure`), what worked nearby, and what worked at all.
 */
export function valueMoves(
  board: FastBoard,
  lessons: Lessons,
  moves: Int16Array,
  values: Int32Array,
  begin: number,
  end: number,
  best: number,
  ply: number,
  measure: boolean,
): void {
  const { turn, fields } = board
  const { killers, history } = lessons
  const field = board.fieldAt[turn] as number
  const mine = distance(board, turn)
  const theirs = distance(board, otherSeat(turn))
  for (let i = begin; i < end; i++) {
    const move = moves[i] as number
    let value = Math.min(history[MOVES * turn + move] as number, 90_000)
    if (move < WALL) value += (mine - (fields[field + move] as number)) * STEP
    else if (measure) {
      measureWall(board, move - WALL, after)
      const mineAfter = after[turn] as number
      const theirsAfter = after[1 - turn] as number
      const isLegal = mineAfter < FAR && theirsAfter < FAR
      value = isLegal ? value + (theirsAfter - theirs - mineAfter + mine - 1) * STEP : ILLEGAL
    }
    if (value !== ILLEGAL) {
      if (move === best) value += 1 << 28
      else if (move === killers[2 * ply]) value += STEP
      else if (move === killers[2 * ply + 1]) value += STEP - 1
    }
    values[i] = value
  }
}

const STEP = 100_000
const after = new Uint8Array(2)

/** Brings the best of the moves from `i` on to `i`. */
export function pickBest(moves: Int16Array, values: Int32Array, i: number, end: number): void {
  let best = i
  for (let j = i + 1; j < end; j++) if ((values[j] as number) > (values[best] as number)) best = j
  const [move, value] = [moves[best] as number, values[best] as number]
  moves[best] = moves[i] as number
  values[best] = values[i] as number
  moves[i] = move
  values[i] = value
}
