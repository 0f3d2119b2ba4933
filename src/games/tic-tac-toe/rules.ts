import type { Outcome, Seat, SeatMove } from '../../game/game.ts'
import { draw, winFor } from '../../game/game.ts'
import { withChar } from '../../base/grid.ts'

/** Squares in reading order. */
export const SQUARES = ['NW', 'N', 'NE', 'W', 'C', 'E', 'SW', 'S', 'SE'] as const
export type Square = (typeof SQUARES)[number]

export interface TicTacToeState {
  /** Nine characters in reading order: `O`, `X` or `.` for empty. */
  readonly board: string
  /** Symbols on the board. */
  readonly ply: number
  /** The three in a row that ended the game, as indexes of squares. */
  readonly line?: readonly number[]
}

export const emptyBoard: TicTacToeState = { board: '.........', ply: 0 }

const SYMBOLS = ['O', 'X'] as const

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

const NO_SEATS: readonly Seat[] = []
const NOUGHT: readonly Seat[] = [0]
const CROSS: readonly Seat[] = [1]

export function toMove({ ply, line }: TicTacToeState): readonly Seat[] {
  if (line !== undefined || ply === 9) return NO_SEATS
  return ply % 2 === 0 ? NOUGHT : CROSS
}

export const legalMoves = (state: TicTacToeState, seat: Seat): readonly Square[] =>
  toMove(state)[0] === seat ? SQUARES.filter((_, index) => state.board[index] === '.') : []

export const isLegal = (state: TicTacToeState, seat: Seat, move: string): boolean =>
  state.board[SQUARES.indexOf(move as Square)] === '.' && toMove(state)[0] === seat

export function play({ board, ply }: TicTacToeState, turn: readonly SeatMove<Square>[]): TicTacToeState {
  let next = board
  for (const { seat, move } of turn) next = withChar(next, SQUARES.indexOf(move), SYMBOLS[seat])
  const line = LINES.find(([a, b, c]) => next[a] !== '.' && next[a] === next[b] && next[a] === next[c])
  return { board: next, ply: ply + turn.length, ...(line && { line }) }
}

export function outcome({ ply, line }: TicTacToeState): Outcome | undefined {
  if (line !== undefined) return winFor(lastMover(ply), 'line')
  return ply === 9 ? draw('full') : undefined
}

/** The seat that moved last: only it can have made a line. */
export const lastMover = (ply: number): Seat => (ply % 2 === 1 ? 0 : 1)
