import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { openBotFolderCache } from './bot-folder-cache.ts'

const before = process.env['TMPDIR']
let temp = ''

beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'gamegrid-cache-'))
  process.env['TMPDIR'] = temp
})

afterEach(async () => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  await removeFolder(temp)
})

const fetchFolder = async (sha: string, folder: string): Promise<boolean> => {
  if (sha === 'gone') return false
  mkdirSync(folder)
  writeFileSync(join(folder, 'bot'), sha)
  return true
}

test('the folders of workers that were killed are removed, those of others stay', async () => {
  const { pid } = spawnSync('true')
  const dead = join(temp, `gamegrid-worker-${hostname()}-${pid}-abc`)
  const others = [`gamegrid-worker-${hostname()}-${process.ppid}-abc`, `gamegrid-worker-elsewhere-${pid}-abc`]
  for (const folder of [dead, ...others.map((name) => join(temp, name))]) mkdirSync(folder)
  await using cache = await openBotFolderCache(fetchFolder)
  expect(existsSync(dead)).toBe(false)
  for (const name of others) expect(existsSync(join(temp, name))).toBe(true)
  expect(await cache.use('gone')).toBeUndefined()
})

test('a folder is fetched once, is kept while it is used, and a bounded number of others', async () => {
  const fetched: string[] = []
  await using cache = await openBotFolderCache((sha, folder) => {
    fetched.push(sha)
    return fetchFolder(sha, folder)
  })
  const used = await cache.use('used')
  for (let n = 0; n < 40; n++) (await cache.use(`bot${n}`))?.release()
  const [again, old] = [await cache.use('used'), await cache.use('bot0')]
  expect(again?.path).toBe(used?.path)
  expect(existsSync(join(old?.path ?? '', 'bot'))).toBe(true)
  expect(fetched.filter((sha) => sha === 'used')).toHaveLength(1)
  expect(fetched.filter((sha) => sha === 'bot0')).toHaveLength(2)
})
