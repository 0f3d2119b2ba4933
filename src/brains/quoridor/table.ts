/** Remembers positions that were searched, by their two-part key. A newer entry replaces an older one. */
export interface Table {
  readonly keys: Int32Array
  readonly scores: Int16Array
  readonly moves: Int16Array
  readonly depths: Int8Array
  readonly bounds: Uint8Array
}

/** What a remembered score is: the true one, or only at least or at most so much. */
export const [EXACT, AT_LEAST, AT_MOST] = [1, 2, 3] as const

const SLOTS = 1 << 18

export const makeTable = (): Table => ({
  keys: new Int32Array(SLOTS),
  scores: new Int16Array(SLOTS),
  moves: new Int16Array(SLOTS),
  depths: new Int8Array(SLOTS),
  bounds: new Uint8Array(SLOTS),
})

/** The slot of a position, or -1 if nothing is known about it. */
export function findSlot({ keys, bounds }: Table, low: number, high: number): number {
  const slot = low & (SLOTS - 1)
  return keys[slot] === high && bounds[slot] !== 0 ? slot : -1
}

export function store(
  table: Table,
  low: number,
  high: number,
  depth: number,
  score: number,
  bound: number,
  move: number,
): void {
  const slot = low & (SLOTS - 1)
  table.keys[slot] = high
  table.scores[slot] = score
  table.moves[slot] = move
  table.depths[slot] = depth
  table.bounds[slot] = bound
}
