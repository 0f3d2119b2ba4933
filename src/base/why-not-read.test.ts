import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { whyNotRead } from './why-not-read.ts'

test.each([
  ['none', 'there is no such file'],
  ['.', 'it is a folder'],
  ['file/x', 'a part of its path is a file'],
  ['x'.repeat(300), 'its name is too long'],
])('reading %s: %s', (name, why) => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-why-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  expect(whyNotRead(thrownBy(() => readFileSync(join(folder, name))))).toBe(why)
})

test.each([
  [Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }), 'it cannot be read (EIO)'],
  [new Error('no code'), 'Error: no code'],
])('%s has no words of its own', (error, why) => {
  expect(whyNotRead(error)).toBe(why)
})

function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
