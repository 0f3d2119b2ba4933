import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInside } from './find-inside.ts'

let home = ''
let folder = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-inside-'))
  folder = join(home, 'bot')
  mkdirSync(join(folder, 'd/e'), { recursive: true })
  for (const name of ['bot/file', 'bot/d/e/deep', 'secret']) writeFileSync(join(home, name), '')
  const links = {
    near: 'file',
    'd/up': '../file',
    'd/e/away': '../../../secret',
    full: '/bot/d/up',
    host: '/etc/passwd',
    hostFolder: '/etc',
    twin: '/bottle/file',
    above: '..',
    top: '/bot',
    circle: 'circle',
    nowhere: 'd/nothing',
    long: './d/./e//../e/deep',
    'd/through': '../above/bot/file',
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name))
})
afterAll(() => rmSync(home, { recursive: true }))

test.each([
  ['file', 'file'],
  ['./d/../file', 'file'],
  ['near', 'file'],
  ['d/up', 'file'],
  ['full', 'file'],
  ['top/d/e/deep', 'd/e/deep'],
  ['long', 'd/e/deep'],
  ['d', 'd'],
  ['nothing', 'missing'],
  ['nowhere', 'missing'],
  ['file/more', 'missing'],
  ['x'.repeat(300), 'missing'],
  ['../secret', 'outside'],
  ['d/../../bot/file', 'outside'],
  ['d/e/away', 'outside'],
  ['host', 'outside'],
  ['hostFolder/passwd', 'outside'],
  ['twin', 'outside'],
  ['above/secret', 'outside'],
  ['d/through', 'outside'],
  ['circle', 'outside'],
])('%s leads to: %s', async (name, expected) => {
  const found = await findInside(folder, name)
  expect(found.kind === 'found' ? found.path.slice(folder.length + 1) : found.kind).toBe(expected)
})
