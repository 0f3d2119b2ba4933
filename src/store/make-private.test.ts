import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closeFiles, makePrivateFile, makePrivateFolder } from './make-private.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()
const modeOf = (path: string): number => statSync(path).mode & 0o777

function newOpenFile(path: string): string {
  writeFileSync(path, 'content')
  chmodSync(path, 0o644)
  return path
}

test('a private folder is made with its parents, and an existing one is closed to others', () => {
  const home = newFolder()
  const folder = join(home, 'deep', 'down')
  makePrivateFolder(folder)
  expect([join(home, 'deep'), folder].map(modeOf)).toEqual([0o700, 0o700])
  chmodSync(folder, 0o755)
  makePrivateFolder(folder)
  expect(modeOf(folder)).toBe(0o700)
})

test('a private file is made empty, and an existing one is closed to others and keeps its content', () => {
  const fresh = join(newFolder(), 'file')
  makePrivateFile(fresh)
  expect([modeOf(fresh), readFileSync(fresh, 'utf8')]).toEqual([0o600, ''])
  const old = newOpenFile(join(newFolder(), 'file'))
  makePrivateFile(old)
  expect([modeOf(old), readFileSync(old, 'utf8')]).toEqual([0o600, 'content'])
})

describe('closeFiles', () => {
  test('closes the files of a folder, and leaves those below it and the folders as they are', () => {
    const folder = newFolder()
    const below = join(folder, 'below')
    mkdirSync(below)
    chmodSync(below, 0o755)
    const files = [join(folder, 'a'), join(folder, 'b'), join(below, 'c')].map(newOpenFile)
    closeFiles(folder)
    expect([...files, below].map(modeOf)).toEqual([0o600, 0o600, 0o644, 0o755])
  })

  test('does nothing where there is no folder', () => {
    const folder = join(newFolder(), 'none')
    closeFiles(folder)
    expect(existsSync(folder)).toBe(false)
  })
})

// Linux lets not even root change the modes of these.
test.runIf(existsSync('/proc/self/maps'))('a file whose mode cannot be changed keeps its mode', () => {
  const before = modeOf('/proc/self/maps')
  makePrivateFile('/proc/self/maps')
  expect(modeOf('/proc/self/maps')).toBe(before)
})

test('a file that cannot be made is an error', () => {
  const loop = join(newFolder(), 'loop')
  symlinkSync(loop, loop)
  expect(() => makePrivateFile(loop)).toThrow('ELOOP')
})
