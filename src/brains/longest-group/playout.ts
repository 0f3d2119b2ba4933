import type { Pair } from '../../game/game.ts'
import { bitsOf, type Field, type Stones } from './field.ts'

/** Random numbers of a search: a xorshift generator. */
export interface Chance {
  state: number
}

/** A pair of full boards: in the second, every cell of the playout has the other owner. */
export type Filled = Pair<Stones>

const open = new Int32Array(Math.ceil((19 * 19) / 32))
const taken = new Int32Array(open.length)

/**
 * Fills the empty cells at random: the side to move gets half of them, and the odd one. That is what playing on at random
 * comes to, for it makes no difference in which order cells are filled. The second board of the pair swaps the
 * owners: what one side has by luck the other has there, so that the mean of a pair says more than two boards at random.
 */
export function playOut(stones: Stones, field: Field, turn: number, chance: Chance, filled: Filled): void {
  const [own, other] = turn === 0 ? ([0, 1] as const) : ([1, 0] as const)
  const words = stones[0].length
  let left = 0
  let mine = 0
  for (let word = 0; word < words; word++) {
    const bits = (field.all[word] as number) & ~((stones[0][word] as number) | (stones[1][word] as number))
    const half = bits & next(chance)
    open[word] = bits
    taken[word] = half
    left += bitsOf(bits)
    mine += bitsOf(half)
  }
  const wanted = left >> 1
  for (; mine > wanted; mine--) drop(taken, pick(taken, field.empty, chance))
  for (let word = 0; word < words; word++) open[word] = (open[word] as number) ^ (taken[word] as number)
  for (; mine < wanted; mine++) {
    const cell = pick(open, field.empty, chance)
    drop(open, cell)
    drop(taken, cell)
  }
  const odd = (left & 1) === 1 ? pick(open, field.empty, chance) : -1
  if (odd >= 0) drop(open, odd)
  const [once, again] = filled
  for (let word = 0; word < words; word++) {
    const [half, rest] = [taken[word] as number, open[word] as number]
    const ours = (stones[own][word] as number) | (odd >> 5 === word ? 1 << odd : 0)
    const theirs = stones[other][word] as number
    once[own][word] = ours | half
    once[other][word] = theirs | rest
    again[own][word] = ours | rest
    again[other][word] = theirs | half
  }
}

/** A random cell of a set, each as likely as the others; all are cells of the list. */
function pick(set: Int32Array, list: Int16Array, chance: Chance): number {
  for (;;) {
    const cell = list[((next(chance) >>> 16) * list.length) >>> 16] as number
    if ((((set[cell >> 5] as number) >>> (cell & 31)) & 1) === 1) return cell
  }
}

/** Takes a cell out of a set, or puts it in. */
function drop(set: Int32Array, cell: number): void {
  set[cell >> 5] = (set[cell >> 5] as number) ^ (1 << cell)
}

function next(chance: Chance): number {
  let { state } = chance
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (chance.state = state)
}
