import type { Board } from './board.ts'

/** What the search knows about a position. */
export interface TableEntry {
  depth: number
  value: number
  bound: number
  move: number
}

/** Whether the value is exact, or the search failed high or low. */
export const EXACT = 0
export const LOWER_BOUND = 1
export const UPPER_BOUND = 2

export interface TranspositionTable {
  /** Copies what is known into `entry`. */
  find(hash: number, check: number, entry: TableEntry): boolean
  store(hash: number, check: number, depth: number, value: number, bound: number, move: number): void
}

export function createTable(bits = 16): TranspositionTable {
  const mask = (1 << bits) - 1
  const checks = new Int32Array(mask + 1)
  const depths = new Int8Array(mask + 1).fill(-1)
  const values = new Int32Array(mask + 1)
  const bounds = new Uint8Array(mask + 1)
  const moves = new Int8Array(mask + 1)
  return {
    find(hash, check, entry) {
      const at = hash & mask
      if (depths[at] === -1 || checks[at] !== check) return false
      entry.depth = depths[at] as number
      entry.value = values[at] as number
      entry.bound = bounds[at] as number
      entry.move = moves[at] as number
      return true
    },
    store(hash, check, depth, value, bound, move) {
      const at = hash & mask
      checks[at] = check
      depths[at] = Math.min(depth, 127)
      values[at] = value
      bounds[at] = bound
      moves[at] = move
    },
  }
}

/** Whether an entry makes a search of this depth and window needless. */
export const isCutoff = (entry: TableEntry, depth: number, alpha: number, beta: number): boolean =>
  entry.depth >= depth &&
  (entry.bound === EXACT ||
    (entry.bound === LOWER_BOUND && entry.value >= beta) ||
    (entry.bound === UPPER_BOUND && entry.value <= alpha))

/** Both hashes of a position in which `seat` is to choose and the other has chosen `pending` already. */
export function hashPosition(board: Board, seat: number, pending: number, into: Int32Array): void {
  const key = situation(board, seat, pending)
  into[0] = board.hash ^ key
  into[1] = board.check ^ Math.imul(key, 0x27d4eb2f)
}

/** A hash of everything but the trails: the cycles, their boosts, the seat to choose and the pending move. */
function situation({ heads, boosts, boosted }: Board, seat: number, pending: number): number {
  let key = Math.imul((heads[0] as number) + 1, 0x9e3779b1)
  key = Math.imul((key ^ (key >>> 15)) + (heads[1] as number) + 1, 0x85ebca77)
  const rest =
    (((boosts[0] as number) * 100 + (boosts[1] as number)) * 4 +
      (boosted[0] as number) * 2 +
      (boosted[1] as number)) *
      32 +
    seat * 16 +
    pending +
    1
  key = Math.imul((key ^ (key >>> 13)) + rest, 0xc2b2ae3d)
  return key ^ (key >>> 16)
}
