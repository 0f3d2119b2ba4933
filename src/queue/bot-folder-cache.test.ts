import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('the folder of a killed worker is removed by the next one of the same process id, as in a container', async () => {
  const dead = join(temp, `gamegrid-worker-${hostname()}-${process.pid}-abc`)
  mkdirSync(dead)
  await using first = await openBotFolderCache(fetchFolder)
  await using second = await openBotFolderCache(fetchFolder)
  expect(existsSync(dead)).toBe(false)
  for (const cache of [first, second]) expect(existsSync((await cache.use('kept'))?.path ?? '')).toBe(true)
})

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

test('a folder is fetched once and kept while it is used; others are kept as long as they are small together', async () => {
  const MB = 1024 * 1024
  const fetched: string[] = []
  const folders = new Map<string, string>()
  const fetchSized = async (sha: string, folder: string): Promise<boolean> => {
    fetched.push(sha)
    folders.set(sha, folder)
    mkdirSync(join(folder, 'deep'), { recursive: true })
    writeFileSync(join(folder, 'deep', 'bot'), Buffer.alloc(sha.startsWith('large') ? 3 * MB : 1024))
    return true
  }
  await using cache = await openBotFolderCache(fetchSized, 8 * MB)
  const isKept = (sha: string): boolean => existsSync(folders.get(sha) ?? '')
  const play = async (sha: string): Promise<void> => (await cache.use(sha))?.release()

  const used = await cache.use('large-used')
  const names = Array.from({ length: 100 }, (_, n) => `small${n}`)
  for (const sha of [...names, 'large1', 'large2']) await play(sha)
  expect(names.every(isKept)).toBe(true)
  await play('small0')
  await play('large3')
  await vi.waitFor(() => expect(isKept('large1')).toBe(false), { timeout: 30_000 })
  for (const sha of ['large-used', 'small0', 'large2', 'large3']) expect(isKept(sha), sha).toBe(true)

  const again = await cache.use('large-used')
  expect(again?.path).toBe(used?.path)
  await play('large1')
  expect(fetched.filter((sha) => sha === 'large-used')).toHaveLength(1)
  expect(fetched.filter((sha) => sha === 'large1')).toHaveLength(2)
})

test('a folder that a match begins to use while another is removed stays', async () => {
  const MB = 1024 * 1024
  const fetchLarge = async (sha: string, folder: string): Promise<boolean> => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'bot'), Buffer.alloc((sha === 'new' ? 8 : 3) * MB))
    return true
  }
  await using cache = await openBotFolderCache(fetchLarge, 8 * MB)
  const [old, next, last] = [await cache.use('old'), await cache.use('next'), await cache.use('new')]
  for (const folder of [old, next, last]) folder?.release()
  const again = await cache.use('next')
  // The last one that has to go.
  await vi.waitFor(() => expect(existsSync(last?.path ?? '')).toBe(false))
  expect([old, again].map((folder) => existsSync(folder?.path ?? ''))).toEqual([false, true])
})
