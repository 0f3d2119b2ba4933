import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addMarks, publishMarks, readMarks } from './marks.ts'

test('a mark that is changed and changed back is the last one again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
  const mark = (points: number, entrant = 'x') => ({ judge: 'ann', entrant, points })
  try {
    for (const points of [12, 15, 12, 12]) addMarks(folder, [mark(points), mark(3, 'y')])
    expect(readMarks(folder).all).toEqual([mark(12), mark(3, 'y'), mark(15), mark(12)])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('marks are private until they are published, and again after that', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
  const first = { judge: 'ann', entrant: 'x', points: 12.5 }
  const later = { judge: 'ann', entrant: 'x', points: 14 }
  try {
    expect(readMarks(folder)).toEqual({ all: [], published: [] })
    addMarks(folder, [first])
    addMarks(folder, [first])
    expect(readMarks(folder)).toEqual({ all: [first], published: [] })
    publishMarks(folder)
    expect(readMarks(folder).published).toEqual([first])
    addMarks(folder, [later])
    appendFileSync(join(folder, 'marks.jsonl'), '{"judge":"torn')
    expect(readMarks(folder)).toEqual({ all: [first, later], published: [first] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('marks are read by their owner alone, and a line that is none is left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
  const file = join(folder, 'marks.jsonl')
  const mark = { judge: 'ann', entrant: 'x', points: 12.5 }
  try {
    addMarks(folder, [])
    expect(existsSync(file)).toBe(false)
    publishMarks(folder)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    rmSync(file)
    addMarks(folder, [mark])
    addMarks(folder, [{ ...mark, judge: 'bob' }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const bad of [{ judge: 7 }, { entrant: 7 }, { points: '7' }, { publish: 'yes', points: null }])
      appendFileSync(file, `${JSON.stringify({ ...mark, ...bad })}\n`)
    expect(readMarks(folder)).toEqual({ all: [mark, { ...mark, judge: 'bob' }], published: [] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
