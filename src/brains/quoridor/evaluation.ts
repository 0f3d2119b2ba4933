import { distance, sumsAt, type FastBoard } from './fast-board.ts'
import { otherSeat } from '../../game/game.ts'
import { correction, distanceRow } from './network.ts'

/** The score of a won game; a win in `n` plies scores `n` less. */
export const WIN = 30_000
/** Scores beyond it are wins that the search has proven. */
export const PROVEN_WIN = WIN - 1000
/** The bonus for a race that the opponent has no walls left to stop. */
const RACE = 5000

const STEP = 100
const TEMPO = 50
/** The value of so many walls in hand. The first walls count most: without any, only the race is left. */
const WALLS = Int16Array.from({ length: 21 }, (_, left) => 180 * left - 3 * left * left + (left > 0 ? 40 : 0))

/** How good a position is for the side to move, in hundredths of a step. */
export function evaluate(board: FastBoard): number {
  const { turn, wallsLeft, distances, network, sums } = board
  const other = otherSeat(turn)
  const mine = distance(board, turn)
  const theirs = distance(board, other)
  const walls = wallsLeft[turn] as number
  const theirWalls = wallsLeft[other] as number
  const plain = evaluateDistances(mine, theirs, walls, theirWalls)
  if (!network || isRace(mine, theirs, walls, theirWalls)) return plain
  const away = distanceRow(distances[0] as number, distances[1] as number)
  return plain + correction(network, sums, sumsAt(board), away, turn, 0)
}

/** At equal distance the side to move wins the race, unless the opponent still has a wall. */
export const isRace = (mine: number, theirs: number, walls: number, theirWalls: number): boolean =>
  (theirWalls === 0 && mine <= theirs) || (walls === 0 && mine > theirs)

/** The same from the two distances and the walls in hand, those of the side to move first. */
export function evaluateDistances(mine: number, theirs: number, walls: number, theirWalls: number): number {
  const score = STEP * (theirs - mine) + TEMPO + (WALLS[walls] as number) - (WALLS[theirWalls] as number)
  // At equal distance the side to move wins the race, unless the opponent still has a wall.
  if (theirWalls === 0 && mine <= theirs) return RACE + score
  if (walls === 0 && mine > theirs) return score - RACE
  return score
}
