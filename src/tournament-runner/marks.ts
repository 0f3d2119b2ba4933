import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseObject } from '../base/json.ts'
import { appendWhole } from '../store/whole-file.ts'
import type { Mark } from '../tournament/standings.ts'

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
export function readMarks(folder: string): Marks {
  const path = join(folder, FILE)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const all: Mark[] = []
  let published = 0
  for (const line of lines) {
    const { judge, entrant, points, publish } = parseObject(line) ?? {}
    if (publish === true) published = all.length
    else if (typeof judge === 'string' && typeof entrant === 'string' && typeof points === 'number')
      all.push({ judge, entrant, points })
  }
  return { all, published: all.slice(0, published) }
}

/** Writes the marks that differ from the judge's last mark for the entrant. */
export function addMarks(folder: string, marks: readonly Mark[]): void {
  const { all } = readMarks(folder)
  const isNew = (mark: Mark): boolean =>
    all.findLast(({ judge, entrant }) => judge === mark.judge && entrant === mark.entrant)?.points !==
    mark.points
  const lines = marks.filter(isNew).map((mark) => `${JSON.stringify(mark)}\n`)
  if (lines.length > 0) appendWhole(join(folder, FILE), lines.join(''), PRIVATE)
}

export function publishMarks(folder: string): void {
  appendWhole(join(folder, FILE), `${JSON.stringify({ publish: true })}\n`, PRIVATE)
}
