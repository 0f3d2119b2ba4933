import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { SQUARES, type Square } from './rules.ts'

export function parseMove(text: string): Result<Square> {
  const word = text.trim().toUpperCase()
  const square = SQUARES.find((name) => name === word)
  return square
    ? ok(square)
    : fail(
        'unreadable-move',
        `Cannot read move ${show(text)}: expected a square, one of ${SQUARES.join(' ')}`,
      )
}
