import { createMeter, type Limits, type Meter } from '../thinking.ts'
import type { FastBoard } from './fast-board.ts'
import { makeLessons, type Lessons } from './ordering.ts'
import { makeTable, type Table } from './table.ts'

/** What is kept from move to move. */
export interface SearchMemory {
  readonly table: Table
  readonly lessons: Lessons
  /** Positions of the round so far, by both halves of their keys: coming back to one gains nothing. */
  readonly past: Set<string>
}

/** One search for a move, while it goes on. */
export interface Search extends SearchMemory {
  readonly board: FastBoard
  readonly meter: Meter
  /** Room for the moves at each ply, and for what to sort them by. */
  readonly moves: Int16Array
  readonly values: Int32Array
  /** Keys of the positions on the way from the root. */
  readonly way: Int32Array
  /** The best move at the root so far. */
  best: number
  /** Whether somebody passed on the way from the root: twice would lead back. */
  hasPassed: boolean
}

/** How many plies deep a search can go, and how many moves it can have at each. */
export const [PLIES, WIDTH] = [64, 256] as const

export const makeSearchMemory = (): SearchMemory => ({
  table: makeTable(),
  lessons: makeLessons(PLIES),
  past: new Set(),
})

export const beginSearch = (board: FastBoard, memory: SearchMemory, limits: Limits): Search => ({
  ...memory,
  board,
  meter: createMeter(limits, LOOK_EVERY),
  moves: new Int16Array(PLIES * WIDTH),
  values: new Int32Array(PLIES * WIDTH),
  way: new Int32Array(2 * PLIES),
  best: 0,
  hasPassed: false,
})

const LOOK_EVERY = 500

export const keyOf = ({ low, high }: FastBoard): string => `${low} ${high}`
