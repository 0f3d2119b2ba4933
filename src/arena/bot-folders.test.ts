import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { VersionRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openBotFolders } from './bot-folders.ts'

const newFolder = tempFolders()
const modeOf = (path: string): number => statSync(path).mode & 0o777

const VERSION: VersionRow = {
  bot: 3,
  version: 2,
  created: 1,
  status: 'passed',
  report: '',
  run: './bot',
  wire: undefined,
  log: undefined,
  source: { kind: 'upload', archive: 'a'.repeat(64), bytes: 1 },
}

test('only this user can read uploads, and what was built of them', async () => {
  const folder = join(newFolder(), 'bots')
  const folders = await openBotFolders(folder)
  const { archives } = folders
  const archive = folders.archiveOf(VERSION) ?? ''
  expect([archives, archive]).toEqual([join(folder, 'archives'), join(archives, 'a'.repeat(64))])
  // An older server wrote it for all users.
  writeFileSync(archive, 'source', { mode: 0o644 })
  await openBotFolders(folder)
  expect([folder, archives, join(folder, 'versions'), archive].map(modeOf)).toEqual([
    0o700, 0o700, 0o700, 0o600,
  ])
  expect(folders.builtOf(VERSION)).toBe(join(folder, 'versions', 'bot-3-version-2'))
})

test('a start removes unfinished uploads and builds, and keeps the others', async () => {
  const folder = newFolder()
  const folders = await openBotFolders(folder)
  const [archives, versions] = [folders.archives, join(folder, 'versions')]
  const name = folders.nameOf(VERSION)
  writeFileSync(join(archives, '.incoming-1'), 'half of an archive')
  writeFileSync(join(archives, 'b'.repeat(64)), 'an archive')
  mkdirSync(join(versions, '.workshop-1', 'built'), { recursive: true })
  expect(folders.hasBuilt(name)).toBe(false)
  mkdirSync(folders.builtOf(VERSION))
  await openBotFolders(folder)
  expect(readdirSync(archives)).toEqual(['b'.repeat(64)])
  expect(readdirSync(versions)).toEqual([name])
  expect(folders.hasBuilt(name)).toBe(true)
})
