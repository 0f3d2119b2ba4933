import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPackedClient } from './packed-client.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-packed-'))
afterAll(() => rmSync(home, { recursive: true }))

test('each address gets the same files, and its own name in package.json', async () => {
  const folder = join(home, 'client')
  mkdirSync(join(home, 'package/bin'), { recursive: true })
  mkdirSync(folder)
  writeFileSync(join(home, 'package/bin/gamegrid.js'), 'the program')
  execFileSync('tar', ['czf', join(folder, 'files.tar.gz'), '-C', home, 'package/bin/gamegrid.js'])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'gamegrid', version: '1.0.0' }))
  const client = openPackedClient(folder)!
  const first = await client('http://127.0.0.1:8080')
  const second = await client('https://arena.example.org')
  expect(await client('http://127.0.0.1:8080')).toBe(first)
  expect(second.etag).not.toBe(first.etag)
  expect(unpack(first.body)).toEqual(['the program', 'http://127.0.0.1:8080'])
  expect(unpack(second.body)).toEqual(['the program', 'https://arena.example.org'])
})

test('an arena whose pages were not built has none', () => {
  expect(openPackedClient(join(home, 'nothing'))).toBeUndefined()
})

function unpack(body: Uint8Array): readonly [program: string, arena: unknown] {
  const to = mkdtempSync(join(home, 'to-'))
  execFileSync('tar', ['xzf', '-', '-C', to], { input: body })
  const about = JSON.parse(readFileSync(join(to, 'package/package.json'), 'utf8')) as { arena: unknown }
  return [readFileSync(join(to, 'package/bin/gamegrid.js'), 'utf8'), about.arena]
}
