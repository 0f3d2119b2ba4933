import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { must } from '../../src/base/result.ts'
import { openDataFolder, readDataFolder } from '../../src/store/data-folder.ts'
import type { Database } from '../../src/store/database.ts'
import { openGroupCommit } from '../../src/store/group-commit.ts'

/** Waits although the event loop stands still. */
function waitNow(isDone: () => boolean): void {
  for (let ms = 0; !isDone(); ms++) {
    if (ms > 20_000) throw new Error('Waited in vain')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
}

test('a reader that the scheduler stops while it begins, and that goes on after the checkpoint, costs nothing', async () => {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-reader-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const gate = (name: string): string => join(home, name)
  const shim = gate('lock-shim.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-o', shim, join(import.meta.dirname, 'lock-shim.c'), '-ldl'])
  const folder = gate('arena')
  const database = must(openDataFolder(folder))
  const file = join(folder, 'arena.db')

  // The reader goes on between the look for readers and the commit that begins the log anew.
  let isHeld = false
  const hooked: Database = {
    ...database,
    get isTransaction() {
      return database.isTransaction
    },
    exec(script) {
      if (isHeld && script.includes('synchronous = OFF')) {
        isHeld = false
        rmSync(gate('held'))
        waitNow(() => existsSync(gate('reading')))
      }
      database.exec(script)
    },
  }
  const failed = Promise.withResolvers<never>()
  const commits = openGroupCommit({
    database: hooked,
    file,
    longLogBytes: 1,
    onFailure: failed.reject,
    onFull: () => {},
  })
  const settled = (): Promise<unknown> => Promise.race([commits.settled(), failed.promise])
  const add = async (id: number): Promise<void> => {
    commits.append({ kind: 'person-registered', person: id, name: `p${id}`, role: 'player' }, id)
    await settled()
  }
  const syncs = (): unknown => database.all('PRAGMA synchronous')[0]

  const reader = spawn(process.execPath, [join(import.meta.dirname, 'late-reader.ts'), file, home], {
    stdio: 'inherit',
    env: { ...process.env, LD_PRELOAD: shim, LOCK_GATE: gate('held') },
  })
  onTestFinished(() => void reader.kill('SIGKILL'))
  await vi.waitFor(() => expect(existsSync(gate('ready'))).toBe(true), { timeout: 20_000 })

  writeFileSync(gate('held'), '')
  commits.append({ kind: 'person-registered', person: 1001, name: 'p1001', role: 'player' }, 1001)
  await new Promise((done) => void setImmediate(done))
  // It is committed. The reader begins now, and stops before it takes its lock.
  isHeld = true
  writeFileSync(gate('begin'), '')
  waitNow(() => existsSync(gate('held.reached')))
  await settled()
  await vi.waitFor(() => expect(isHeld).toBe(false), { timeout: 20_000 })

  for (const id of [1002, 1003]) await add(id)
  expect(syncs()).toEqual({ synchronous: 1 })
  const count = (): number => {
    using other = must(readDataFolder(folder))
    return other.all('SELECT seq FROM log').length
  }
  expect(count()).toBe(3)

  writeFileSync(gate('end'), '')
  await new Promise((done) => void reader.on('close', done))
  for (let id = 1004; id < 1008; id++) await add(id)
  await vi.waitFor(() => expect(syncs()).toEqual({ synchronous: 0 }), { timeout: 20_000 })
  commits[Symbol.dispose]()
  expect(count()).toBe(7)
})
