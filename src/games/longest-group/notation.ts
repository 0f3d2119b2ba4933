import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'

/** `x,y`: column, then row, from 0 at the top left. */
export type LongestGroupMove = `${number},${number}`

export const formatMove = (x: number, y: number): LongestGroupMove => `${x},${y}`

const TWO_NUMBERS = /^\s*(-?\d{1,9})(?:\s*,\s*|\s+)(-?\d{1,9})\s*$/

/** Two whole numbers with a comma or white space between them. A cell off the board is readable, and illegal. */
export function parseMove(text: string): Result<LongestGroupMove> {
  const [, x, y] = TWO_NUMBERS.exec(text) ?? []
  return x === undefined || y === undefined
    ? fail('unreadable-move', `Cannot read move ${show(text)}: expected a column and a row, like 3,4`)
    : ok(formatMove(Number(x), Number(y)))
}
