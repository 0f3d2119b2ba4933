import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { backupStore } from '../../src/store/backup.ts'
import { openStore } from '../../src/store/open-store.ts'
import { gamegrid } from '../cli/run.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-unreadable-'))
afterAll(() => rmSync(home, { recursive: true }))

const shim = join(home, 'read-shim.so')
execFileSync('gcc', ['-shared', '-fPIC', '-o', shim, join(import.meta.dirname, 'read-shim.c'), '-ldl'])

/** An arena whose file is larger than the cache that SQLite reads it into, with a backup. */
async function newArena(name: string): Promise<{ readonly folder: string; readonly backup: string }> {
  const folder = join(home, name)
  {
    using store = must(openStore(folder))
    for (let at = 0; at < 400; at++)
      store.append({ kind: 'invitation-issued', invitation: `${at} ${'x'.repeat(8000)}`, hash: 'h' })
  }
  const backup = join(home, `${name}.db`)
  must(await backupStore(folder, backup))
  return { folder, backup }
}

test.each([
  [
    'cannot be read',
    'eio',
    'it became unreadable while it was copied: its disk failed, or a program wrote to it',
  ],
  ['is cut', 'cut', 'it is empty'],
])(
  'restore names the backup if it %s while it is copied, and leaves the arena as it is',
  async (_, how, why) => {
    const { folder, backup } = await newArena(how)
    const before = readdirSync(folder).toSorted()
    const since = join(folder, 'arena.db.partial')
    const env = { LD_PRELOAD: shim, BAD_FILE: backup, BAD_SINCE: since, BAD_HOW: how, READS_LEFT: '0' }
    const ran = await gamegrid(['store', 'restore', backup, '--data', folder], { env })
    expect(ran).toMatchObject({ code: 1, err: `gamegrid: Cannot restore ${backup}: ${why}\n` })
    expect(readdirSync(folder).toSorted()).toEqual(before)
  },
)

test('backup names the arena if it cannot be read while it is copied', async () => {
  const { folder } = await newArena('arena')
  const env = { LD_PRELOAD: shim, BAD_FILE: join(folder, 'arena.db'), BAD_SINCE: folder, READS_LEFT: '100' }
  const ran = await gamegrid(['store', 'backup', join(home, 'new.db'), '--data', folder], { env })
  expect(ran).toMatchObject({
    code: 1,
    err: `gamegrid: Cannot open the arena in ${folder}: its disk failed\n`,
  })
})
