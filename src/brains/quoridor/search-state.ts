import { createMeter, type Limits, type Meter } from '../thinking.ts'
import type { FastBoard } from './fast-board.ts'
import { makeHeuristics, type OrderingHeuristics } from './move-ordering.ts'
import { makeTable, type TranspositionTable } from './transposition-table.ts'

/** What a search keeps for the next move of the game. */
export interface SearchMemory {
  readonly table: TranspositionTable
  readonly heuristics: OrderingHeuristics
  /** Positions of the round so far, by both halves of their keys: a repetition counts as a draw. */
  readonly gameHistory: Set<string>
}

/** One search for a move, while it goes on. */
export interface Search extends SearchMemory {
  readonly board: FastBoard
  readonly meter: Meter
  /** Move lists, `MAX_MOVES` for each ply, and the scores to order them by. */
  readonly moves: Int16Array
  readonly values: Int32Array
  /** Keys of the positions from the root to here, to find repetitions. */
  readonly path: Int32Array
  /** The best move at the root so far. */
  best: number
  /** A null move was made above: two of them would lead back to the same position. */
  isInNullMove: boolean
}

/** The size of the buffers: plies of a search, moves of a position. */
export const [MAX_PLY, MAX_MOVES] = [64, 256] as const

export const makeSearchMemory = (): SearchMemory => ({
  table: makeTable(),
  heuristics: makeHeuristics(MAX_PLY),
  gameHistory: new Set(),
})

export const beginSearch = (board: FastBoard, memory: SearchMemory, limits: Limits): Search => ({
  ...memory,
  board,
  meter: createMeter(limits, LOOK_EVERY),
  moves: new Int16Array(MAX_PLY * MAX_MOVES),
  values: new Int32Array(MAX_PLY * MAX_MOVES),
  path: new Int32Array(2 * MAX_PLY),
  best: 0,
  isInNullMove: false,
})

const LOOK_EVERY = 500

export const keyOf = ({ low, high }: FastBoard): string => `${low} ${high}`
