import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { appendWhole } from '../store/whole-file.ts'
import type { Mark } from '../tournament/standings.ts'
import { readWholeLines, type WholeLines } from '../runner/whole-lines.ts'

/** The marks that judges gave, and those of them that are public. */
export interface Marks {
  readonly all: readonly Mark[]
  /** Those given before marks were last published. */
  readonly published: readonly Mark[]
}

const FILE = 'marks.jsonl'
/** Marks are for the organiser alone until they are published. */
const PRIVATE = 0o600

const fileIn = (folder: string): string => join(folder, FILE)

/** Reads the log of marks: a judge's later mark replaces the earlier one, and publishing is a line of its own. */
export function readMarks(folder: string): Result<Marks> {
  const path = fileIn(folder)
  const lines = readWholeLines(path)
  return lines.ok ? marksIn(path, lines.value) : lines
}

function marksIn(path: string, { whole }: WholeLines): Result<Marks> {
  const all: Mark[] = []
  let published = 0
  for (const [at, line] of whole.toString().split('\n').slice(0, -1).entries()) {
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
  const path = fileIn(folder)
  const lines = readWholeLines(path)
  if (!lines.ok) return lines
  const known = marksIn(path, lines.value)
  if (!known.ok) return known
  const isNew = (mark: Mark): boolean =>
    known.value.all.findLast(({ judge, entrant }) => judge === mark.judge && entrant === mark.entrant)
      ?.points !== mark.points
  append(path, lines.value, marks.filter(isNew))
  return ok(undefined)
}

export function publishMarks(folder: string): Result<void> {
  const path = fileIn(folder)
  const lines = readWholeLines(path)
  if (!lines.ok) return lines
  append(path, lines.value, [{ publish: true }])
  return ok(undefined)
}

function append(
  path: string,
  { whole, rest }: WholeLines,
  entries: readonly (Mark | { readonly publish: true })[],
): void {
  if (entries.length === 0) return
  // Else a line that a crash has cut, and that nobody was told of, would damage the first new one.
  if (rest.length > 0) truncateSync(path, whole.length)
  appendWhole(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), PRIVATE)
}
