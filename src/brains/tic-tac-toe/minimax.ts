import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { Mark } from '../../game/remark.ts'
import { otherSeat, winnerOf, type Seat } from '../../game/game.ts'
import { ticTacToe, type Square, type TicTacToeState } from '../../games/tic-tac-toe/index.ts'
import { forecast } from '../forecast.ts'

/**
 * Negamax over the whole game, memoised: it never loses, takes the shortest win and the longest loss. Of equal moves it
 * takes the first in reading order, so the same replies always lead to the same game.
 */
export const minimax: Brain<TicTacToeState, Square> = {
  name: 'minimax',
  plays: 'looks ahead to the end of the game and never loses',
  game: 'tic-tac-toe',
  move: (turn) => playBest(turn, (state) => bestMoves(state)[0]),
}

type Choice = (state: TicTacToeState) => Square | undefined

/** Plays the choice of a brain, one of the best moves, and says in a remark how the game goes on. */
export function playBest(
  { view, seat, remark }: Pick<BrainTurn<TicTacToeState, Square>, 'view' | 'seat' | 'remark'>,
  choose: Choice,
): Square | undefined {
  const move = choose(view)
  if (move === undefined) return undefined
  const value = valueOf(view)
  const line = lineFrom(view, seat, move, choose)
  remark({
    text: describe(value),
    score: Math.sign(value),
    depth: line.length,
    line,
    marks: numbered(line),
  })
  return move
}

function describe(value: number): string {
  if (value === 0) return 'a draw with best play'
  return forecast(value, SOONEST - Math.abs(value))
}

/** The principal variation: best play of both sides to the end. */
function lineFrom(state: TicTacToeState, seat: Seat, move: Square, choose: Choice): readonly Square[] {
  const after = ticTacToe.play(state, [{ seat, move }])
  const reply = choose(after)
  return reply === undefined ? [move] : [move, ...lineFrom(after, otherSeat(seat), reply, choose)]
}

/** The next two moves after its own, numbered as in a diagram of Go; the opponent's is grey. */
const numbered = (line: readonly Square[]): readonly Mark[] =>
  line.slice(1, 3).map((cell, index) => ({
    cell,
    label: `${index + 2}`,
    ...(index % 2 === 0 && { colour: 'grey' as const }),
  }))

/** All moves that are as good as any, in reading order. */
export function bestMoves(state: TicTacToeState): readonly Square[] {
  const [seat] = ticTacToe.toMove(state)
  if (seat === undefined) return []
  const moves = ticTacToe.legalMoves(state, seat)
  const values = moves.map((move) => valueAfter(state, seat, move))
  const best = Math.max(...values)
  return moves.filter((_, index) => values[index] === best)
}

const values = new Map<string, number>()

/** The value for the side to move: 0 for a draw, positive for a win, the higher the sooner, negative for a loss. */
export function valueOf(state: TicTacToeState): number {
  const known = values.get(state.board)
  if (known !== undefined) return known
  const value = findValue(state)
  values.set(state.board, value)
  return value
}

function findValue(state: TicTacToeState): number {
  const outcome = ticTacToe.outcome(state)
  // Only the side that moved last can have won.
  if (outcome) return winnerOf(outcome) === undefined ? 0 : -SOONEST
  const [seat] = ticTacToe.toMove(state) as readonly [Seat]
  return Math.max(...ticTacToe.legalMoves(state, seat).map((move) => valueAfter(state, seat, move)))
}

/** One ply takes one point off a win or a loss, so that short wins and long losses are preferred. */
function valueAfter(state: TicTacToeState, seat: Seat, move: Square): number {
  const value = -valueOf(ticTacToe.play(state, [{ seat, move }]))
  return value - Math.sign(value)
}

const SOONEST = 10
