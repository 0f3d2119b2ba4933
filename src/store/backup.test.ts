import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { backupStore } from './backup.ts'
import { checkStore } from './check.ts'
import { openStore } from './open-store.ts'
import { rebuildStore } from './rebuild.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

/** A backup put where an arena is looked for. */
function restore(file: string): string {
  const folder = newFolder()
  copyFileSync(file, join(folder, 'arena.db'))
  return folder
}

describe('backupStore', () => {
  test('makes copies while another process writes, each as of one moment, that open and go on', async () => {
    const folder = newFolder()
    const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.fixture.ts'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })
    let acknowledged = 0
    lines.on('line', (line) => {
      acknowledged = (JSON.parse(line) as { seq?: number }).seq ?? 0
    })
    const home = newFolder()
    try {
      while (acknowledged === 0) await once(lines, 'line')
      for (let count = 0; count < 5; count++) {
        const known = acknowledged
        while (acknowledged < known + 100) await once(lines, 'line')
        const before = acknowledged
        const file = join(home, `${count}.db`)
        expect(must(await backupStore(folder, file)).bytes).toBe(statSync(file).size)
        const copy = restore(file)
        const checked = must(checkStore(copy))
        expect(checked.problems).toEqual([])
        expect(checked.entries).toBeGreaterThanOrEqual(before)
        expect(must(rebuildStore(copy)).same).toBe(true)
        using store = must(openStore(copy))
        const seq = store.append({ kind: 'invitation-issued', invitation: 'i', hash: 'h' })
        expect(seq).toBe(checked.entries + 1)
      }
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    expect(readdirSync(home).sort()).toEqual(['0.db', '1.db', '2.db', '3.db', '4.db'])
  })

  test('writes over nothing', async () => {
    const folder = newFolder()
    must(openStore(folder))[Symbol.dispose]()
    const file = join(newFolder(), 'precious')
    writeFileSync(file, 'precious')
    expect(await backupStore(folder, file)).toEqual({
      ok: false,
      problem: { code: 'backup', message: `Cannot back up to ${file}: it exists already` },
    })
    expect(readFileSync(file, 'utf8')).toBe('precious')
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
