import type { Field, Stones } from './field.ts'
import { loadKernel, MOST_BITS } from './kernel.ts'
import { leadByRules } from './lengths.ts'

/** Pairs of playouts: in the second of a pair, every cell that it fills has the other owner. */
export interface Playouts {
  /** The position to play on from: the caller changes it. */
  readonly stones: Stones
  /** After a run: the cells of seat 1 on the first board of the pair. */
  readonly owners: Int32Array
  /** After a run: twice the lead on each board, above zero for seat 0; 1 or -1 if the longest groups are equally long. */
  readonly leads: Int32Array
  readonly run: (turn: number) => void
}

/** The playouts of one search. The thread has one set of them: another search begins its own. */
export function beginPlayouts(field: Field, seed: number): Playouts {
  const { stones, filled, leads, empty, begin, playOut } = loadKernel()
  begin(field.width, field.count, seed | 1)
  empty.set(field.empty)
  const count = field.empty.length
  const isLarge = field.count > MOST_BITS
  return {
    stones,
    owners: filled[0][1],
    leads,
    run(turn) {
      playOut(turn, count)
      if (isLarge) for (const board of [0, 1] as const) leads[board] = 2 * leadByRules(filled[board], field)
    },
  }
}
