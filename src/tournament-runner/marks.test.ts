import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { addMarks, publishMarks, readMarks } from './marks.ts'

const known = (folder: string) => must(readMarks(folder))

test('a mark that is changed and changed back is the last one again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
  const mark = (points: number, entrant = 'x') => ({ judge: 'ann', entrant, points })
  try {
    for (const points of [12, 15, 12, 12]) addMarks(folder, [mark(points), mark(3, 'y')])
    expect(known(folder).all).toEqual([mark(12), mark(3, 'y'), mark(15), mark(12)])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('marks are private until they are published, and again after that', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
  const first = { judge: 'ann', entrant: 'x', points: 12.5 }
  const later = { judge: 'ann', entrant: 'x', points: 14 }
  try {
    expect(known(folder)).toEqual({ all: [], published: [] })
    addMarks(folder, [first])
    addMarks(folder, [first])
    expect(known(folder)).toEqual({ all: [first], published: [] })
    publishMarks(folder)
    expect(known(folder).published).toEqual([first])
    addMarks(folder, [later])
    appendFileSync(join(folder, 'marks.jsonl'), '{"judge":"torn')
    expect(known(folder)).toEqual({ all: [first, later], published: [first] })
    must(addMarks(folder, [first]))
    expect(known(folder)).toEqual({ all: [first, later, first], published: [first] })
    appendFileSync(join(folder, 'marks.jsonl'), '{"judge":"torn')
    must(publishMarks(folder))
    expect(known(folder)).toEqual({ all: [first, later, first], published: [first, later, first] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('marks are read by their owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
  const file = join(folder, 'marks.jsonl')
  const mark = { judge: 'ann', entrant: 'x', points: 12.5 }
  try {
    must(addMarks(folder, []))
    expect(existsSync(file)).toBe(false)
    must(publishMarks(folder))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    rmSync(file)
    must(addMarks(folder, [mark]))
    must(addMarks(folder, [{ ...mark, judge: 'bob' }]))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(known(folder)).toEqual({ all: [mark, { ...mark, judge: 'bob' }], published: [] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([{ judge: 7 }, { entrant: 7 }, { points: '7' }, { publish: 'yes', points: null }])(
  'a line that is no mark is named, and nothing is added behind it: %j',
  (bad) => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
    const mark = { judge: 'ann', entrant: 'x', points: 12.5 }
    try {
      must(addMarks(folder, [mark]))
      appendFileSync(join(folder, 'marks.jsonl'), `${JSON.stringify({ ...mark, ...bad })}\n`)
      const refused = {
        ok: false,
        problem: {
          code: 'bad-folder',
          message: `Cannot read ${join(folder, 'marks.jsonl')}, line 2: it is not a mark`,
        },
      }
      expect(readMarks(folder)).toMatchObject(refused)
      expect(addMarks(folder, [{ ...mark, points: 3 }])).toMatchObject(refused)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

test('a folder in the place of the marks is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-marks-'))
  try {
    mkdirSync(join(folder, 'marks.jsonl'))
    const refused = { problem: { message: `Cannot read ${join(folder, 'marks.jsonl')}: it is a folder` } }
    for (const result of [readMarks(folder), addMarks(folder, []), publishMarks(folder)])
      expect(result).toMatchObject(refused)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
