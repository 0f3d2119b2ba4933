import { ok, type Result } from '../../../../src/base/result.ts'
import { readMark } from '../../../../src/tournament/standings.ts'

/** What a judge typed: a mark, with a point or a comma, or null where the field is empty. */
export function readTyped(text: string, max: number): Result<number | null> {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return ok(null)
  return readMark(typed, { kind: 'by-place', first: 0, step: 0, judges: max })
}
