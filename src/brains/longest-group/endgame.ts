import { add, type Field } from './field.ts'
import { leadOf } from './lengths.ts'

/** With so few empty cells left the rest of the game is solved. */
export const FEW = 10

/**
 * Minimax to the end of the game, with exact lengths. The order in which cells were filled makes no difference,
 * so positions are memoised by their cells. A lead above zero is good for seat 0.
 */
export function solve(field: Field): { readonly cell: number; readonly lead: number } {
  const { empty, turn: first } = field
  const stones = [field.stones[0].slice(), field.stones[1].slice()] as const
  const isTaken = new Uint8Array(empty.length)
  const powers = Array.from(empty, (_, index) => 3 ** index)
  const known = new Int16Array(3 ** empty.length).fill(UNKNOWN)

  /** Twice the lead with best play. `code` has one ternary digit for each cell that was empty at the root. */
  function leadAfter(code: number, turn: 0 | 1): number {
    const remembered = known[code] as number
    if (remembered !== UNKNOWN) return remembered
    let best = UNKNOWN
    for (let index = 0; index < empty.length; index++) {
      if (isTaken[index] === 1) continue
      const lead = leadWith(code, turn, index)
      if (best === UNKNOWN || (turn === 0 ? lead > best : lead < best)) best = lead
    }
    return (known[code] = best === UNKNOWN ? 2 * leadOf(stones, field) : best)
  }

  function leadWith(code: number, turn: 0 | 1, index: number): number {
    const cell = empty[index] as number
    add(stones[turn], cell)
    isTaken[index] = 1
    const lead = leadAfter(code + (turn + 1) * (powers[index] as number), turn === 0 ? 1 : 0)
    isTaken[index] = 0
    stones[turn][cell >> 5] = (stones[turn][cell >> 5] as number) ^ (1 << cell)
    return lead
  }

  const leads = Array.from(empty, (_, index) => leadWith(0, first, index))
  const lead = first === 0 ? Math.max(...leads) : Math.min(...leads)
  return { cell: empty[leads.indexOf(lead)] as number, lead }
}

const UNKNOWN = 32_767
