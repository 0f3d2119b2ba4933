import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { backupStore } from './backup.ts'
import { openStore } from './open-store.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

describe('backupStore', () => {
  test('makes one file that opens, whatever is still on its way to the disk', async () => {
    const folder = newFolder()
    using store = must(openStore(folder))
    store.append({ kind: 'invitation-issued', invitation: 'i', hash: 'h' })
    await store.settled()
    store.append({ kind: 'invitation-issued', invitation: 'j', hash: 'h' })
    const home = newFolder()
    const file = join(home, 'arena.db')
    const { bytes } = must(await backupStore(folder, file))
    expect(readdirSync(home)).toEqual(['arena.db'])
    expect(bytes).toBe(statSync(file).size)
    // Its header does not ask for a write-ahead log, so that it can be read where nothing can be written.
    expect([...readFileSync(file).subarray(18, 20)]).toEqual([1, 1])
    using copy = must(openStore(home))
    // The second may have got there in time.
    expect(copy.openInvitations()[0]).toMatchObject({ id: 'i' })
  })

  test('writes over nothing', async () => {
    const folder = newFolder()
    must(openStore(folder))[Symbol.dispose]()
    const file = join(newFolder(), 'precious')
    writeFileSync(file, 'precious')
    expect(await backupStore(folder, file)).toEqual({
      ok: false,
      problem: { code: 'backup-failed', message: `Cannot back up to ${file}: it exists already` },
    })
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  test('writes over nothing that appears while the copy is made, and leaves no copy', async () => {
    const folder = newFolder()
    must(openStore(folder))[Symbol.dispose]()
    const home = newFolder()
    const file = join(home, 'precious')
    const made = backupStore(folder, file)
    writeFileSync(file, 'precious')
    expect(await made).toMatchObject({
      problem: { code: 'backup-failed', message: `Cannot back up to ${file}: it exists already` },
    })
    expect([readFileSync(file, 'utf8'), readdirSync(home)]).toEqual(['precious', ['precious']])
  })

  test('looks at the target before the arena', async () => {
    const file = join(newFolder(), 'precious')
    writeFileSync(file, 'precious')
    expect(await backupStore(newFolder(), file)).toMatchObject({ problem: { code: 'backup-failed' } })
  })

  test('says where it cannot write, and where there is no arena', async () => {
    const folder = newFolder()
    const file = join(folder, 'no', 'such', 'folder')
    const messageOf = async () => {
      const result = await backupStore(folder, file)
      return result.ok ? undefined : result.problem.message
    }
    expect(await messageOf()).toBe(`Cannot open the arena in ${folder}: there is none`)
    must(openStore(folder))[Symbol.dispose]()
    expect(await messageOf()).toBe(`Cannot back up to ${file}: it cannot be written`)
    mkdirSync(join(folder, 'no', 'such'), { recursive: true })
    expect(await messageOf()).toBeUndefined()
    expect(existsSync(file)).toBe(true)
  })

  test('leaves no copy of a damaged arena', async () => {
    const folder = newFolder()
    {
      using store = must(openStore(folder))
      store.append({ kind: 'person-registered', person: 1001, name: 'aaaa', role: 'player' })
    }
    const arena = join(folder, 'arena.db')
    const bytes = readFileSync(arena)
    // In the index of names, whichever of the two comes last: it no longer agrees with its table.
    bytes.write('aaab', bytes.lastIndexOf('aaaa'))
    writeFileSync(arena, bytes)
    const home = newFolder()
    expect(await backupStore(folder, join(home, 'copy'))).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('the copy is damaged') as unknown },
    })
    expect(readdirSync(home)).toEqual([])
  })
})
