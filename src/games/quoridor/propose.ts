import type { Rng } from '../../base/rng.ts'
import type { Seat } from '../../game/game.ts'
import { readWall, type QuoridorMove } from './names.ts'
import { shortestPathLength } from './paths.ts'
import { legalMoves, play } from './rules.ts'
import { startOf, type QuoridorConfig, type QuoridorState } from './state.ts'

/**
 * An opening: each player makes some pawn steps that lead it no farther from its goal, and puts up some walls, in any order.
 * The steps are too few to reach a goal. Undefined if the settings have one already, and on 3×3, where the second step wins.
 */
export function propose(config: QuoridorConfig, rng: Rng): { readonly opening: string } | undefined {
  if (config.opening !== undefined || config.size < 5) return undefined
  const turns = config.size < 7 ? 2 : 2 + rng.below(3)
  const walls = Math.min(config.walls, rng.below(turns))
  const plans = [shuffled(turns, walls, rng), shuffled(turns, walls, rng)] as const
  const moves: QuoridorMove[] = []
  let state = startOf(config)
  for (let ply = 0; ply < 2 * turns; ply++) {
    const seat: Seat = ply % 2 === 0 ? 0 : 1
    const move = rng.pick(candidates(state, seat, plans[seat][ply >> 1] === true))
    moves.push(move)
    state = play(state, [{ seat, move }])
  }
  return { opening: moves.join(' ') }
}

/** For each turn whether a wall is put up: `walls` times, in a random order. */
function shuffled(turns: number, walls: number, rng: Rng): readonly boolean[] {
  const plan = Array<boolean>(turns).fill(false)
  for (let left = walls; left > 0; left--) {
    const free = plan.flatMap((isWall, turn) => (isWall ? [] : [turn]))
    plan[rng.pick(free)] = true
  }
  return plan
}

/**
 * All walls, or the steps that lead no farther from the goal. Neither is ever empty: an opening has too few walls to fill the
 * board, or to leave a pawn that meets the other one only steps back.
 */
function candidates(state: QuoridorState, seat: Seat, isWall: boolean): readonly QuoridorMove[] {
  const moves = legalMoves(state, seat).filter((move) => (readWall(move, state.size) !== 0) === isWall)
  if (isWall) return moves
  const far = shortestPathLength(state, seat)
  return moves.filter((move) => shortestPathLength(play(state, [{ seat, move }]), seat) <= far)
}
