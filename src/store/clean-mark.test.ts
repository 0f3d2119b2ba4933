import { appendFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAsLeft, removeCleanMark, writeCleanMark } from './clean-mark.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

/** A folder with a database that has the mark. */
function newMarked(): { readonly folder: string; readonly file: string; readonly mark: string } {
  const folder = newFolder()
  const file = join(folder, 'arena.db')
  writeFileSync(file, 'some pages')
  writeCleanMark(folder)
  return { folder, file, mark: join(folder, 'closed.json') }
}

describe('a database with the mark of an orderly end', () => {
  test('is as it was left, and only its owner can read the mark', () => {
    const { folder, mark } = newMarked()
    expect(isAsLeft(folder)).toBe(true)
    expect(statSync(mark).mode & 0o777).toBe(0o600)
  })

  test.each<[string, (marked: ReturnType<typeof newMarked>) => void]>([
    ['longer', ({ file }) => appendFileSync(file, 'x')],
    ['of another time', ({ file }) => utimesSync(file, 1, 1)],
    ['gone', ({ file }) => rmSync(file)],
    ['beside a write-ahead log', ({ file }) => writeFileSync(`${file}-wal`, '')],
    ['without its mark', ({ mark }) => rmSync(mark)],
    ['in a folder that was opened since', ({ folder }) => removeCleanMark(folder)],
  ])('is not as it was left when it is %s', (_how, change) => {
    const marked = newMarked()
    change(marked)
    expect(isAsLeft(marked.folder)).toBe(false)
  })

  test('of another size at the same time is not as it was left', () => {
    const { folder, file } = newMarked()
    utimesSync(file, 5, 5)
    writeCleanMark(folder)
    appendFileSync(file, 'x')
    utimesSync(file, 5, 5)
    expect(isAsLeft(folder)).toBe(false)
  })

  test('has no mark before it is there', () => {
    const folder = newFolder()
    writeCleanMark(folder)
    removeCleanMark(folder)
    expect(readdirSync(folder)).toEqual([])
  })

  test('loses its mark when the mark cannot be renewed', () => {
    const { folder, file, mark } = newMarked()
    rmSync(file)
    writeCleanMark(folder)
    expect(existsSync(mark)).toBe(false)
  })
})
