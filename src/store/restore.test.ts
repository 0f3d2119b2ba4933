import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { backupStore } from './backup.ts'
import { openDatabase } from './database.ts'
import { openStore } from './open-store.ts'
import { restoreStore } from './restore.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

/** A folder with an arena that has an invitation of this name. */
function newArena(invitation: string): string {
  const folder = newFolder()
  using store = must(openStore(folder))
  store.append({ kind: 'invitation-issued', invitation, hash: 'h' })
  return folder
}

async function backupOf(folder: string): Promise<string> {
  const file = join(newFolder(), 'backup.db')
  must(await backupStore(folder, file))
  return file
}

function invitationsOf(folder: string): readonly string[] {
  using store = must(openStore(folder))
  return store.openInvitations().map(({ id }) => id)
}

const modeOf = (path: string): number => statSync(path).mode & 0o777

describe('restoreStore', () => {
  test('makes an arena of a backup where there was none, for its owner alone', async () => {
    const backup = await backupOf(newArena('one'))
    const folder = join(newFolder(), 'new')
    expect(must(await restoreStore(folder, backup))).toEqual({ replaced: undefined })
    expect(readdirSync(folder).filter((name) => name.startsWith('arena.db'))).toEqual(['arena.db'])
    expect([modeOf(folder), modeOf(join(folder, 'arena.db'))]).toEqual([0o700, 0o600])
    expect(invitationsOf(folder)).toEqual(['one'])
    expect(existsSync(backup)).toBe(true)
  })

  test('moves the old database aside with its write-ahead log', async () => {
    const folder = newArena('two')
    const backup = await backupOf(newArena('one'))
    const file = join(folder, 'arena.db')
    const old = readFileSync(file)
    writeFileSync(`${file}-wal`, 'log of the old one')
    writeFileSync(`${file}-shm`, 'index of its log')
    const first = join(folder, 'replaced-1')
    expect(must(await restoreStore(folder, backup))).toEqual({ replaced: first })
    expect(readdirSync(first).toSorted()).toEqual(['arena.db', 'arena.db-shm', 'arena.db-wal'])
    expect(readFileSync(join(first, 'arena.db'))).toEqual(old)
    expect(readFileSync(join(first, 'arena.db-wal'), 'utf8')).toBe('log of the old one')
    expect(modeOf(first)).toBe(0o700)
    expect(invitationsOf(folder)).toEqual(['one'])
    expect(readdirSync(folder)).not.toContain('arena.db.partial')
  })

  test('keeps all that it moved aside before', async () => {
    const folder = newArena('two')
    const backup = await backupOf(folder)
    for (const number of [1, 2, 3]) {
      const aside = join(folder, `replaced-${number}`)
      expect(must(await restoreStore(folder, backup))).toEqual({ replaced: aside })
      expect(readdirSync(aside)).toContain('arena.db')
    }
  })

  const refusals: readonly [string, (file: string) => void, string][] = [
    ['is missing', () => {}, 'there is no such file'],
    ['is an empty database', (file) => openDatabase(file)[Symbol.dispose](), 'it is empty'],
    [
      'is no database',
      (file) => writeFileSync(file, 'x'.repeat(5000)),
      'it is not a backup of an arena, or damaged',
    ],
  ]
  test.each(refusals)('leaves the arena as it is if the backup %s', async (_, make, why) => {
    const folder = newArena('two')
    const before = readdirSync(folder).toSorted()
    const backup = join(newFolder(), 'backup.db')
    make(backup)
    expect(await restoreStore(folder, backup)).toEqual({
      ok: false,
      problem: { code: 'restore-failed', message: `Cannot restore ${backup}: ${why}` },
    })
    expect(readdirSync(folder).toSorted()).toEqual(before)
    expect(invitationsOf(folder)).toEqual(['two'])
  })

  test('leaves the arena as it is if the backup is damaged', async () => {
    const folder = newArena('two')
    const backup = await backupOf(newArena('one'))
    const bytes = readFileSync(backup)
    // Of the second page on, every second byte is wrong.
    for (let at = 4096; at < bytes.length; at += 2) bytes[at] = 0xff
    writeFileSync(backup, bytes)
    expect(await restoreStore(folder, backup)).toMatchObject({
      ok: false,
      problem: { code: 'restore-failed' },
    })
    expect(invitationsOf(folder)).toEqual(['two'])
  })

  test('says which page or index of a backup is damaged', async () => {
    const folder = newArena('two')
    const backup = await backupOf(newArena('aaaa'))
    const bytes = readFileSync(backup)
    // In the index of invitations or in their table: the two disagree.
    const at = bytes.lastIndexOf('aaaa')
    bytes.write('aaab', at)
    writeFileSync(backup, bytes)
    expect(await restoreStore(folder, backup)).toEqual({
      ok: false,
      problem: {
        code: 'restore-failed',
        message: expect.stringMatching(`^Cannot restore ${backup}: it is damaged, .*invitations`) as unknown,
      },
    })
    expect(invitationsOf(folder)).toEqual(['two'])
  })

  test('refuses the database of another program and of a newer gamegrid', async () => {
    const folder = newArena('two')
    const backup = await backupOf(folder)
    {
      using database = openDatabase(backup)
      database.exec('PRAGMA user_version = 1000')
    }
    expect(await restoreStore(folder, backup)).toMatchObject({
      problem: { message: `Cannot restore ${backup}: it was written by a newer gamegrid` },
    })
    {
      using database = openDatabase(backup)
      database.exec('PRAGMA application_id = 7')
    }
    expect(await restoreStore(folder, backup)).toMatchObject({
      problem: { message: `Cannot restore ${backup}: its database belongs to another program` },
    })
  })

  test('leaves the old database in its place if the backup cannot be copied', async () => {
    const folder = newArena('two')
    const backup = await backupOf(newArena('one'))
    mkdirSync(join(folder, 'arena.db.partial'))
    await expect(restoreStore(folder, backup)).rejects.toThrow()
    rmSync(join(folder, 'arena.db.partial'), { recursive: true, force: true })
    expect(invitationsOf(folder)).toEqual(['two'])
    expect(readdirSync(folder)).not.toContain('replaced-1')
  })

  test('does nothing while the arena is open', async () => {
    const folder = newArena('two')
    const backup = await backupOf(folder)
    using _ = must(openStore(folder))
    expect(await restoreStore(folder, backup)).toMatchObject({ ok: false, problem: { code: 'store-busy' } })
    expect(readdirSync(folder)).not.toContain('replaced-1')
  })
})
