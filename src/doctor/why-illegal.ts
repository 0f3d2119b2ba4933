import { isInside } from '../base/grid.ts'
import { otherSeat, type AnyGame, type Pair, type Seat } from '../game/game.ts'
import type { LongestGroupState } from '../games/longest-group/index.ts'
import type { QuoridorState } from '../games/quoridor/index.ts'
import type { TronState } from '../games/tron/index.ts'
import { readCell } from './cells.ts'

/** What is against the rules about a move, as a sentence without its end: "3,4 is occupied by …". */
export function whyIllegal(
  game: AnyGame,
  state: unknown,
  seat: Seat,
  text: string,
  turns: readonly Pair<string | undefined>[],
): string {
  const move = text.trim()
  switch (game.id) {
    case 'longest-group':
      return whyNoStone(state as LongestGroupState, move, seat, turns)
    case 'tic-tac-toe':
      return `${move} is ${takenBy(move, seat, turns) ?? 'not a free square'}`
    case 'quoridor':
      return whyNoStep(state as QuoridorState, seat, move, game.legalMoves(state, seat))
    case 'tron':
      return move.endsWith('+boost') && (state as TronState).cycles[seat].boosts === 0
        ? `${move} asks for a boost, and none is left`
        : `${move} is not one of ${game.legalMoves(state, seat).join(' ')}`
    default:
      return `${move} is not among the ${game.legalMoves(state, seat).length} legal moves`
  }
}

function whyNoStone(
  { config }: LongestGroupState,
  move: string,
  seat: Seat,
  turns: readonly Pair<string | undefined>[],
): string {
  const cell = readCell(move)
  if (cell === undefined) return `${move} is not a cell`
  const shown = `column ${cell.x}, row ${cell.y}`
  if (!isInside(cell, config))
    return `${shown} is off the board: both count from 0, to ${config.width - 1} and ${config.height - 1}`
  return `${shown} is ${takenBy(`${cell.x},${cell.y}`, seat, turns) ?? 'not free'}`
}

function takenBy(move: string, seat: Seat, turns: readonly Pair<string | undefined>[]): string | undefined {
  const index = turns.findIndex((turn) => turn.includes(move))
  if (index < 0) return undefined
  const whose = turns[index]?.[otherSeat(seat)] === move ? "the opponent's" : 'its own'
  return `occupied since turn ${index + 1}, by ${whose} move`
}

function whyNoStep(
  { pawns, wallsLeft }: QuoridorState,
  seat: Seat,
  move: string,
  legal: readonly string[],
): string {
  if (move.length === 3)
    return wallsLeft[seat] === 0
      ? `${move} is a wall, and none is left`
      : `the wall ${move} meets another wall, or leaves a pawn no way to its goal`
  if (move === pawns[otherSeat(seat)]) return `${move} is where the opponent's pawn stands`
  const steps = legal.filter((one) => one.length === 2).join(' ')
  return `the pawn on ${pawns[seat]} cannot go to ${move}, only to ${steps}`
}
