import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { pack } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { packFolder } from './pack-folder.ts'
import { unpackFolder } from './unpack-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-pack-'))
afterAll(() => removeFolder(home))

function builtFolder(name: string): string {
  const folder = join(home, name)
  mkdirSync(join(folder, 'lib/deep'), { recursive: true })
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'bot'), '#!/bin/sh\n')
  chmodSync(join(folder, 'bot'), 0o755)
  writeFileSync(join(folder, 'lib/deep/data.bin'), Buffer.alloc(100_000, 7))
  symlinkSync('lib/deep/data.bin', join(folder, 'link'))
  return folder
}

test('an archive that cannot be written is an error for the caller, and for nobody else', async () => {
  const folder = builtFolder('unwritten')
  const taken = join(home, 'taken')
  mkdirSync(taken)
  // An unhandled error would end the process: Vitest fails the run by it.
  for (let again = 0; again < 10; again++)
    await expect(packFolder(folder, taken)).rejects.toMatchObject({ code: 'EISDIR' })
})

test('a folder comes out as it went in, and equal folders give equal bytes, named by their SHA-256', async () => {
  const [first, second] = [join(home, 'first.tar.gz'), join(home, 'second.tar.gz')]
  const sha = await packFolder(builtFolder('built'), first)
  expect(await packFolder(builtFolder('again'), second)).toBe(sha)
  expect(createHash('sha256').update(readFileSync(first)).digest('hex')).toBe(sha)
  const folder = join(home, 'unpacked')
  must(await unpackFolder(first, folder))
  expect(readFileSync(join(folder, 'link'))).toEqual(Buffer.alloc(100_000, 7))
  expect(readlinkSync(join(folder, 'link'))).toBe('lib/deep/data.bin')
  expect(statSync(join(folder, 'bot')).mode & 0o777).toBe(0o755)
  expect(statSync(join(folder, 'empty')).isDirectory()).toBe(true)
})

test.each([
  ['a link that leads out of the folder', { name: 'out', type: 'symlink', linkname: '/etc' } as const],
  ['a name that leads out of the folder', { name: '../out', type: 'file' } as const],
])('an archive with %s is refused, and nothing of it is left', async (_, header) => {
  const file = join(home, 'bad.tar.gz')
  const tar = pack()
  tar.entry(header, '')
  tar.finalize()
  await pipeline(tar, createGzip(), createWriteStream(file))
  const folder = join(home, 'bad')
  expect(await unpackFolder(file, folder)).toMatchObject({ ok: false })
  expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined()
})

test('an archive that is cut short is refused, wherever the cut is', async () => {
  const file = join(home, 'whole.tar.gz')
  const folder = join(home, 'to-cut')
  mkdirSync(folder)
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, name), 'x'.repeat(50_000))
  await packFolder(folder, file)
  const bytes = readFileSync(file)
  for (let length = 0; length < bytes.length; length += 15) {
    writeFileSync(file, bytes.subarray(0, length))
    expect(await unpackFolder(file, join(home, 'cut')), `${length} bytes`).toEqual({
      ok: false,
      problem: { code: 'archive-damaged', message: 'Cannot unpack the archive: unexpected end of file' },
    })
  }
})
