import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { openServer } from '../../src/server/open-server.ts'
import { backupStore } from '../../src/store/backup.ts'
import { restoreStore } from '../../src/store/restore.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-private-'))
afterAll(() => rmSync(home, { recursive: true }))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Modes of all that lies in a folder, but not in the folders of bots' versions. */
const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, modeOf(join(folder, name))]),
  )

const PRIVATE = {
  'arena.db': '600',
  'arena.db-shm': '600',
  'arena.db-wal': '600',
  lock: '600',
  'lock.db': '600',
}

const open = async (folder: string) => must(await openServer({ folder, host: '127.0.0.1', port: 0 }))

describe('the folder of an arena', () => {
  test('is for the user of the server alone, with all its files, whatever the umask', async () => {
    const folder = join(home, 'new')
    await using server = await open(folder)
    expect(server.invitation).toBeDefined()
    expect(modeOf(folder)).toBe('700')
    expect(modesIn(folder)).toEqual(PRIVATE)
    expect(modeOf(join(folder, 'bots/archives'))).toBe('700')
  })

  test('becomes so when it was made by an older gamegrid', async () => {
    const folder = join(home, 'old')
    await (await open(folder))[Symbol.asyncDispose]()
    const archive = join(folder, 'bots/archives/one')
    writeFileSync(archive, 'x')
    for (const name of ['', 'arena.db', 'lock.db', 'bots/archives']) chmodSync(join(folder, name), 0o755)
    chmodSync(archive, 0o644)
    await using server = await open(folder)
    expect(server.invitation).toBeDefined()
    expect(modeOf(folder)).toBe('700')
    expect(modesIn(folder)).toEqual(PRIVATE)
    expect(modeOf(archive)).toBe('600')
  })

  test('is backed up to a file that is as private, and restored from one that is not', async () => {
    const folder = join(home, 'backed-up')
    const server = await open(folder)
    mkdirSync(join(home, 'backups'))
    const file = join(home, 'backups/copy.db')
    must(await backupStore(folder, file))
    expect(modesIn(join(home, 'backups'))).toEqual({ 'copy.db': '600' })
    await server[Symbol.asyncDispose]()
    chmodSync(file, 0o644)
    const { replaced = '' } = must(await restoreStore(folder, file))
    expect([modeOf(replaced), ...Object.values(modesIn(replaced))]).toEqual(['700', '600'])
    for (const mode of Object.values(modesIn(folder))) expect(mode).toBe('600')
  })
})
