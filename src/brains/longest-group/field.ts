import type { Pair, Seat } from '../../game/game.ts'
import type { LongestGroupState } from '../../games/longest-group/index.ts'
import { tableOf, type Table } from '../../games/longest-group/table.ts'

/** The stones of both seats, as sets: bit i of a set, 32 a word, is cell i in reading order. */
export type Stones = Pair<Int32Array>

/** A position for the search. */
export interface Field extends Pick<Table, 'names'> {
  readonly width: number
  /** Cells on the board. */
  readonly count: number
  readonly turn: Seat
  readonly stones: Stones
  /** The empty cells, as a list. */
  readonly empty: Int16Array
}

export function readField({ config, board, ply }: LongestGroupState): Field {
  const count = board.length
  const stones: Stones = [emptySet(count), emptySet(count)]
  const empty: number[] = []
  for (let cell = 0; cell < count; cell++) {
    const sign = board[cell]
    if (sign === 'X') add(stones[0], cell)
    else if (sign === 'O') add(stones[1], cell)
    else empty.push(cell)
  }
  return {
    names: tableOf(config).names,
    width: config.width,
    count,
    turn: ply % 2 === 0 ? 0 : 1,
    stones,
    empty: Int16Array.from(empty),
  }
}

/** At least four words: what a board of up to 128 cells needs. */
const emptySet = (count: number): Int32Array => new Int32Array(Math.max(4, Math.ceil(count / 32)))

export function add(set: Int32Array, cell: number): void {
  set[cell >> 5] = (set[cell >> 5] as number) | (1 << cell)
}

/** 1 or 0. */
export const has = (set: Int32Array, cell: number): number => ((set[cell >> 5] as number) >>> (cell & 31)) & 1

export function sizeOf(set: Int32Array): number {
  let size = 0
  for (let word = 0; word < set.length; word++) size += bitsOf(set[word] as number)
  return size
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
