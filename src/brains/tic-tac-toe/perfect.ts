import type { Brain } from '../../game/brain.ts'
import { winnerOf, type Seat } from '../../game/game.ts'
import { ticTacToe, type Square, type TicTacToeState } from '../../games/tic-tac-toe/index.ts'
import { bestMoves, playBest } from './minimax.ts'

/**
 * As `minimax`, but of equal moves it takes the one that wins most often against random play, and of those the first in
 * reading order: the same replies always lead to the same game.
 */
export const perfect: Brain<TicTacToeState, Square> = {
  name: 'perfect',
  plays: 'looks ahead to the end of the game, never loses, and sets traps',
  game: 'tic-tac-toe',
  move: (turn) => playBest(turn, favourite),
}

/** Of the best moves the one that sets most traps. */
function favourite(state: TicTacToeState): Square | undefined {
  const [seat] = ticTacToe.toMove(state)
  if (seat === undefined) return undefined
  const moves = bestMoves(state)
  const chances = moves.map((move) => winsAfter(state, seat, move, seat))
  return moves[chances.indexOf(Math.max(...chances))]
}

const chances = new Map<string, number>()

/** How often a side wins if it plays its favourites, and the other side any move. */
function winsOf(state: TicTacToeState, seat: Seat): number {
  const key = `${state.board}${seat}`
  const known = chances.get(key)
  if (known !== undefined) return known
  const chance = findWins(state, seat)
  chances.set(key, chance)
  return chance
}

function findWins(state: TicTacToeState, seat: Seat): number {
  const outcome = ticTacToe.outcome(state)
  if (outcome) return winnerOf(outcome) === seat ? 1 : 0
  const [turn] = ticTacToe.toMove(state) as readonly [Seat]
  if (turn === seat) return Math.max(...bestMoves(state).map((move) => winsAfter(state, turn, move, seat)))
  const moves = ticTacToe.legalMoves(state, turn)
  return moves.reduce((sum, move) => sum + winsAfter(state, turn, move, seat), 0) / moves.length
}

const winsAfter = (state: TicTacToeState, turn: Seat, move: Square, seat: Seat): number =>
  winsOf(ticTacToe.play(state, [{ seat: turn, move }]), seat)
