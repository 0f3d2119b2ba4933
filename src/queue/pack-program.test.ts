import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { unpackArchive } from '../workshop/unpack-archive.ts'
import { packProgram } from './pack-program.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-pack-'))
afterAll(() => rmSync(home, { recursive: true }))

const cwd = join(home, 'bot')
mkdirSync(join(cwd, 'deep', '.git'), { recursive: true })
writeFileSync(join(cwd, 'run.sh'), '#!/bin/sh\n')
writeFileSync(join(cwd, 'deep', 'table.txt'), 'data')
writeFileSync(join(cwd, 'deep', '.git', 'secret'), 'no part of the bot')
chmodSync(join(cwd, 'run.sh'), 0o755)

test('a program travels with its folder, and names its files from there', async () => {
  const packed = must(
    await packProgram('bot', { argv: [join(cwd, 'run.sh'), join(cwd, 'deep'), '/etc'], cwd }),
  )
  expect(packed.argv).toEqual(['./run.sh', './deep', '/etc'])
  const file = join(home, 'bot.tar.gz')
  const folder = join(home, 'unpacked')
  writeFileSync(file, packed.archive)
  expect(must(await unpackArchive(file, folder))).toMatchObject({ files: 2 })
  expect(readFileSync(join(folder, 'deep', 'table.txt'), 'utf8')).toBe('data')
  expect(statSync(join(folder, 'run.sh')).mode & 0o111).toBe(0o111)

  // The name is that of the contents: other times of the files change nothing, another byte does.
  const again = async (): Promise<string> => must(await packProgram('bot', { argv: ['./run.sh'], cwd })).sha
  utimesSync(join(cwd, 'run.sh'), 1, 1)
  expect(await again()).toBe(packed.sha)
  writeFileSync(join(cwd, 'deep', 'table.txt'), 'datb')
  expect(await again()).not.toBe(packed.sha)
})

test('a program of the system has no folder', async () => {
  expect(must(await packProgram('cat', { argv: ['cat', '--', 'x'], cwd }))).toMatchObject({
    sha: '',
    argv: ['cat', '--', 'x'],
  })
})

test('a folder that is too large for a bot is refused', async () => {
  const large = join(home, 'large')
  mkdirSync(large)
  for (let file = 0; file < 2100; file++) writeFileSync(join(large, `${file}`), '')
  expect(await packProgram('./large/0', { argv: ['./0'], cwd: large })).toMatchObject({
    ok: false,
    problem: { message: expect.stringContaining('give the bot a folder of its own') },
  })
})
