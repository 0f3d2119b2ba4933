import type { Outcome, Seat, SeatMove } from '../../game/game.ts'
import { draw, winFor } from '../../game/game.ts'
import { withChar } from '../../base/grid.ts'

/** Squares in reading order. */
export const SQUARES = ['NW', 'N', 'NE', 'W', 'C', 'E', 'SW', 'S', 'SE'] as const
export type Square = (typeof SQUARES)[number]

export interface TicTacToeState {
  /** Nine characters in reading order: `O`, `X` or `.` for empty. */
  readonly board: string
}

export const SYMBOLS = ['O', 'X'] as const

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const

export const emptyBoard: TicTacToeState = { board: '.........' }

/** The line that won, as indexes of squares. */
export const winningLine = ({ board }: TicTacToeState): readonly number[] | undefined =>
  LINES.find(([a, b, c]) => board[a] !== '.' && board[a] === board[b] && board[a] === board[c])

const NOBODY: readonly Seat[] = []
const NOUGHT: readonly Seat[] = [0]
const CROSS: readonly Seat[] = [1]

export function toMove(state: TicTacToeState): readonly Seat[] {
  if (winningLine(state) !== undefined) return NOBODY
  const empty = countEmpty(state.board)
  if (empty === 0) return NOBODY
  return empty % 2 === 1 ? NOUGHT : CROSS
}

export function legalMoves(state: TicTacToeState, seat: Seat): readonly Square[] {
  if (toMove(state)[0] !== seat) return []
  return SQUARES.filter((_, index) => state.board[index] === '.')
}

export function isLegal(state: TicTacToeState, seat: Seat, move: string): boolean {
  const index = SQUARES.indexOf(move as Square)
  return index >= 0 && state.board[index] === '.' && toMove(state)[0] === seat
}

export function play(state: TicTacToeState, turn: readonly SeatMove<Square>[]): TicTacToeState {
  let { board } = state
  for (const { seat, move } of turn) board = withChar(board, SQUARES.indexOf(move), SYMBOLS[seat])
  return { board }
}

export function outcome(state: TicTacToeState): Outcome | undefined {
  const line = winningLine(state)
  if (line !== undefined) return winFor(state.board[line[0] as number] === 'O' ? 0 : 1, 'line')
  return countEmpty(state.board) === 0 ? draw('full') : undefined
}

function countEmpty(board: string): number {
  let empty = 0
  for (let i = 0; i < board.length; i++) if (board[i] === '.') empty++
  return empty
}
