import { distance, type FastBoard } from './fast-board.ts'
import { otherSeat } from '../../game/game.ts'

/** A win this many plies away is worth this much less. */
export const WIN = 30_000
/** Above it a score is a win that was seen to its end. */
export const SURE = WIN - 1000
/** Nobody can stop the race any more, as far as steps tell. */
const RACE = 5000

const STEP = 100
const TEMPO = 50
/** What having so many walls is worth. The first ones are worth most: without any, the race is all there is. */
const WALLS = Int16Array.from({ length: 21 }, (_, left) => 180 * left - 3 * left * left + (left > 0 ? 40 : 0))

/** How good a position is for the side to move, in hundredths of a step. */
export function evaluate(board: FastBoard): number {
  const me = board.turn
  const other = otherSeat(me)
  return judge(
    distance(board, me),
    distance(board, other),
    board.wallsLeft[me] as number,
    board.wallsLeft[other] as number,
  )
}

/** The same by what counts: both ways and both stocks of walls, those of the side to move first. */
export function judge(mine: number, theirs: number, walls: number, theirWalls: number): number {
  const score = STEP * (theirs - mine) + TEMPO + (WALLS[walls] as number) - (WALLS[theirWalls] as number)
  // Moving first, equal ways are won; a wall in hand is the only thing that can change that.
  if (theirWalls === 0 && mine <= theirs) return RACE + score
  if (walls === 0 && mine > theirs) return score - RACE
  return score
}
