import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { fail, must } from '../base/result.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { receiveArchive, removeIncoming } from './receive-archive.ts'

const newFolder = tempFolders()

test('an upload is written to a file of its own, for this user alone', async () => {
  const folder = newFolder()
  const before = Date.now()
  const got = must(await receiveArchive(folder, Readable.from([Buffer.from('ab'), Buffer.from('c')])))
  expect(got).toMatchObject({ bytes: 3, hash: createHash('sha256').update('abc').digest('hex') })
  expect(readFileSync(got.temp, 'utf8')).toBe('abc')
  expect(statSync(got.temp).mode & 0o777).toBe(0o600)
  expect(got.received).toBeGreaterThanOrEqual(before)
  expect(got.received).toBeLessThanOrEqual(Date.now())
  const other = must(await receiveArchive(folder, Readable.from([Buffer.from('abc')])))
  expect(other.temp).not.toBe(got.temp)
})

test('an upload that is empty, too big or cut off is refused, and leaves nothing', async () => {
  const folder = newFolder()
  const upload = (text: string) => Readable.from([Buffer.from(text)])
  expect(await receiveArchive(folder, upload(''))).toEqual(
    fail('archive-empty', 'Cannot use the archive: it is empty'),
  )
  const most = 2 << 20
  expect(await receiveArchive(folder, upload('x'.repeat(most + 1)), most)).toEqual(
    fail('too-big', 'Cannot take the archive: expected at most 2 MiB'),
  )
  const cut = new Readable({ read() {} })
  cut.push('half')
  setImmediate(() => cut.destroy())
  expect(await receiveArchive(folder, cut)).toEqual(
    fail('archive-cut', 'Cannot take the archive: it did not arrive whole'),
  )
  expect(readdirSync(folder)).toEqual([])
  expect((await receiveArchive(folder, upload('x'.repeat(most)), most)).ok).toBe(true)
})

test('a folder that is not there is a fault of the server', async () => {
  await expect(receiveArchive('/nowhere/at/all', Readable.from([Buffer.from('x')]))).rejects.toThrow('ENOENT')
})

test('after a crash the files of interrupted uploads are removed, and no others', async () => {
  const folder = newFolder()
  const { temp } = must(await receiveArchive(folder, Readable.from([Buffer.from('x')])))
  writeFileSync(join(folder, 'kept'), 'x')
  expect(statSync(temp).size).toBe(1)
  await removeIncoming(folder)
  expect(readdirSync(folder)).toEqual(['kept'])
})
