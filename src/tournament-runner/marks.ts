import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { appendWhole } from '../store/whole-file.ts'
import type { Mark } from '../tournament/standings.ts'
import { readWholeLines } from './whole-lines.ts'

/** The marks that judges gave, and those of them that are public. */
export interface Marks {
  readonly all: readonly Mark[]
  /** Those given before marks were last published. */
  readonly published: readonly Mark[]
}

const FILE = 'marks.jsonl'
/** Marks are for the organiser alone until they are published. */
const PRIVATE = 0o600

/** Reads the log of marks: a judge's later mark replaces the earlier one, and publishing is a line of its own. */
export function readMarks(folder: string): Result<Marks> {
  const path = join(folder, FILE)
  const lines = readWholeLines(path)
  if (!lines.ok) return lines
  const all: Mark[] = []
  let published = 0
  for (const [at, line] of lines.value.whole.toString().split('\n').slice(0, -1).entries()) {
    const { judge, entrant, points, publish } = parseObject(line) ?? {}
    if (publish === true) published = all.length
    else if (typeof judge === 'string' && typeof entrant === 'string' && typeof points === 'number')
      all.push({ judge, entrant, points })
    else return fail('bad-folder', `Cannot read ${path}, line ${at + 1}: it is not a mark`)
  }
  return ok({ all, published: all.slice(0, published) })
}

/** Writes the marks that differ from the judge's last mark for the entrant. */
export function addMarks(folder: string, marks: readonly Mark[]): Result<void> {
  const known = readMarks(folder)
  if (!known.ok) return known
  const isNew = (mark: Mark): boolean =>
    known.value.all.findLast(({ judge, entrant }) => judge === mark.judge && entrant === mark.entrant)
      ?.points !== mark.points
  return append(folder, marks.filter(isNew))
}

export const publishMarks = (folder: string): Result<void> => append(folder, [{ publish: true }])

function append(folder: string, entries: readonly (Mark | { readonly publish: true })[]): Result<void> {
  const path = join(folder, FILE)
  const lines = readWholeLines(path)
  if (!lines.ok) return lines
  if (entries.length === 0) return ok(undefined)
  // Else a line that a crash has cut, and that nobody was told of, would damage the first new one.
  if (lines.value.rest.length > 0) truncateSync(path, lines.value.whole.length)
  appendWhole(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), PRIVATE)
  return ok(undefined)
}
