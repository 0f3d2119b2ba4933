import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findTool } from '../process/find-program.ts'
import { stageFolder } from './stage.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const file = JSON.stringify(join(import.meta.dirname, 'stage.ts'))
const code = `import { stageFolder } from ${file}
console.log(stageFolder())`
const TELL = [process.execPath, '--input-type=module', '-e', code] as const
const env = { PATH: '/usr/bin:/bin', TMPDIR: home, HOME: home }

const gone = async (folder: string): Promise<void> => {
  while (existsSync(folder)) await new Promise((resolve) => setImmediate(resolve))
}

test('the stage is closed to others, tells nothing by its name, and goes with its process', async () => {
  expect(stageFolder()).toBe(stageFolder())
  expect(statSync(stageFolder()).mode & 0o777).toBe(0o700)
  const other = execFileSync(TELL[0], TELL.slice(1), { encoding: 'utf8', env }).trim()
  expect(other).toMatch(/^\/(var\/)?tmp\/gamegrid-stage-\d+-\d+-\w{6}$/)
  await gone(other)
})

test('what died with the machine is swept after a day, what still runs is not', async () => {
  const root = dirname(stageFolder())
  const [old, fresh] = ['9999999-1-abcdef', '9999999-2-abcdef'].map((name) =>
    join(root, `gamegrid-stage-${name}`),
  ) as [string, string]
  for (const folder of [old, fresh]) mkdirSync(join(folder, 'bot'), { recursive: true })
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
  for (const folder of [old, stageFolder()]) utimesSync(folder, twoDaysAgo, twoDaysAgo)
  execFileSync(TELL[0], TELL.slice(1), { env })
  await gone(old)
  expect([existsSync(fresh), existsSync(stageFolder())]).toEqual([true, true])
  rmSync(fresh, { recursive: true })
})

test.runIf(process.getuid?.() === 0)('a place that forbids programs is passed over', () => {
  const unshare = findTool('unshare') ?? 'the unshare of util-linux'
  const mount = 'mount -t tmpfs -o noexec none /var/tmp && exec "$@"'
  const told = execFileSync(unshare, ['-m', 'sh', '-c', mount, 'sh', ...TELL], { encoding: 'utf8', env })
  expect(dirname(told.trim())).toBe(home)
})
