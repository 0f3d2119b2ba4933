import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openPackedVersions } from './packed-versions.ts'

const newFolder = tempFolders()

function built(text = 'hello'): string {
  const folder = newFolder()
  writeFileSync(join(folder, 'bot.py'), text)
  return folder
}

const shaOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

test('a version is packed once, under the hash of its archive, and found again after a restart', async () => {
  const home = join(newFolder(), 'packed')
  const folder = built()
  const packed = await openPackedVersions(home, () => true)
  expect(packed.home).toBe(home)
  expect(statSync(home).mode & 0o077).toBe(0)
  const sha = await packed.pack('bot-1-version-1', folder)
  const file = packed.fileOf(sha) ?? ''
  expect(file).toBe(join(home, `bot-1-version-1-${sha}.tar.gz`))
  expect(shaOf(file)).toBe(sha)
  // What is packed is not packed again: not even if the folder is gone.
  rmSync(folder, { recursive: true })
  expect(await packed.pack('bot-1-version-1', folder)).toBe(sha)
  const again = await openPackedVersions(home, (name) => name === 'bot-1-version-1')
  expect(await again.pack('bot-1-version-1', folder)).toBe(sha)
  expect(again.fileOf(sha)).toBe(file)
})

test('at the start archives are removed that are not complete, or whose version is not built any more', async () => {
  const home = newFolder()
  const sha = 'a'.repeat(64)
  for (const name of [`kept-${sha}.tar.gz`, `gone-${sha}.tar.gz`, '.packing-kept', `kept-${sha}.tar.gz.part`])
    writeFileSync(join(home, name), 'x')
  const packed = await openPackedVersions(home, (name) => name === 'kept')
  expect(readdirSync(home)).toEqual([`kept-${sha}.tar.gz`])
  expect(packed.fileOf(sha)).toBe(join(home, `kept-${sha}.tar.gz`))
})

test('a version that could not be packed is packed when it is asked for again', async () => {
  const packed = await openPackedVersions(newFolder(), () => true)
  const folder = built()
  mkdirSync(join(packed.home, '.packing-one'))
  await expect(packed.pack('one', folder)).rejects.toThrow()
  rmSync(join(packed.home, '.packing-one'), { recursive: true })
  expect(await packed.pack('one', folder)).toMatch(/^[0-9a-f]{64}$/)
})

test('an archive of a worker moves to its place, and an archive that is gone is not given', async () => {
  const packed = await openPackedVersions(newFolder(), () => true)
  const file = join(newFolder(), 'sent')
  writeFileSync(file, 'archive')
  const sha = shaOf(file)
  await packed.adopt('one', sha, file)
  expect(existsSync(file)).toBe(false)
  expect(await packed.pack('one', '/nowhere')).toBe(sha)
  const place = packed.fileOf(sha) ?? ''
  expect(readFileSync(place, 'utf8')).toBe('archive')
  rmSync(place)
  expect([packed.fileOf(sha), packed.fileOf('b'.repeat(64))]).toEqual([undefined, undefined])
})

const damages: readonly (readonly [string, (file: string) => void])[] = [
  ['has another byte', (file) => writeFileSync(file, readFileSync(file).fill(0, 20, 21))],
  ['is cut', (file) => truncateSync(file, 40)],
  ['is gone', (file) => rmSync(file)],
  [
    'is a link to another file',
    (file) => {
      rmSync(file)
      symlinkSync('/dev/null', file)
    },
  ],
  [
    'is a folder',
    (file) => {
      rmSync(file)
      mkdirSync(file)
    },
  ],
]
test.each(damages)('an archive that %s is made anew from what was built', async (_, damage) => {
  const home = newFolder()
  const folder = built()
  const packed = await openPackedVersions(home, () => true)
  const sha = await packed.pack('one', folder)
  damage(join(home, `one-${sha}.tar.gz`))
  expect(await packed.pack('one', folder)).toBe(sha)
  expect(shaOf(packed.fileOf(sha) ?? '')).toBe(sha)
  damage(join(home, `one-${sha}.tar.gz`))
  const again = await openPackedVersions(home, () => true)
  expect(await again.pack('one', folder)).toBe(sha)
  expect(shaOf(again.fileOf(sha) ?? '')).toBe(sha)
})

test('the damaged archive of one version is not given for another version of the same files', async () => {
  const packed = await openPackedVersions(newFolder(), () => true)
  const sha = await packed.pack('one', built())
  expect(await packed.pack('two', built())).toBe(sha)
  writeFileSync(join(packed.home, `one-${sha}.tar.gz`), 'x')
  expect(await packed.pack('two', '/nowhere')).toBe(sha)
  expect(shaOf(packed.fileOf(sha) ?? '')).toBe(sha)
})
