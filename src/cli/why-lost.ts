import { step, wrap, DIRECTIONS } from '../base/grid.ts'
import type { TronState } from '../games/tron/index.ts'

/**
 * Why a player lost a game of torus tron with this last move. The TCP wire says only that it lost, so this is what the
 * player's own view of the board tells. The player is seat 0 there.
 */
export function whyLost(move: string, { cycles, rows, rules }: TronState): string {
  const [own, opponent] = cycles
  const direction = DIRECTIONS.find((word) => word === move)
  if (direction === undefined) return `${move} is no direction`
  const { x, y } = wrap(step(own, direction), rules)
  const into = x === opponent.x && y === opponent.y ? 'b' : rows[y]?.[x]
  const what = into === undefined ? undefined : OBSTACLES[into]
  return what === undefined
    ? `${x},${y} was free, so its last move ${move} did not reach the server in time`
    : `it drove ${move} into ${what} at ${x},${y}`
}

const OBSTACLES: Readonly<Record<string, string>> = {
  '#': 'a wall',
  a: 'its own trail',
  b: "its opponent's trail",
}
