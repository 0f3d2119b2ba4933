import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { checkStore } from '../../src/store/check.ts'
import { readDataFolder } from '../../src/store/data-folder.ts'
import { buildSyncShim } from './sync-shim.fixture.ts'

/** Syncs of a writer whose log is moved into the database every few commits. */
const SYNCS = 120
const LONG_LOG = 40 * 1024

test.each([
  ['a store', []],
  ['a store that is closed and opened again', ['reopening']],
])(
  'whatever a loss of power leaves of what %s wrote after the last sync, nothing acknowledged is lost',
  async (_, words) => {
    const home = mkdtempSync(join(tmpdir(), 'gamegrid-power-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const snapshots = mkdtempSync(join(home, 'snapshots-'))
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../store/writer.ts'), join(home, 'arena'), String(LONG_LOG), ...words],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, LD_PRELOAD: buildSyncShim(home), SYNC_SNAPSHOTS: snapshots },
      },
    )
    /** The newest entry that was acknowledged between one sync and the next. */
    const acknowledged: number[] = [0]
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as string | { readonly seq: number }
      if (typeof said === 'object') acknowledged[acknowledged.length - 1] = said.seq
      else if (said.startsWith('sync')) acknowledged.push(acknowledged.at(-1) ?? 0)
      if (acknowledged.length > SYNCS) child.kill('SIGKILL')
    }

    // From the first acknowledgement on: before it there may be no database.
    const first = acknowledged.findIndex((seq) => seq > 0)
    expect(first).toBeGreaterThan(0)
    let checked = 0
    /** The database grows when the log is moved into it. */
    const sizes = new Set<number>()
    for (let sync = first + 1; sync < SYNCS; sync++)
      for (const what of ['synced', 'log', 'database', 'torn']) {
        const folder = join(snapshots, `${sync}-${what}`)
        expect(must(checkStore(folder)).problems, `${sync}-${what}`).toEqual([])
        using database = must(readDataFolder(folder))
        const [last] = database.all<{ seq: number }>('SELECT max(seq) AS seq FROM log')
        // A copy made during a sync must hold all that was acknowledged before it; a copy after it also the synced entries.
        const owed = acknowledged[what === 'synced' ? sync : sync - 1] ?? 0
        expect(last?.seq, `${sync}-${what}`).toBeGreaterThanOrEqual(owed)
        checked++
        sizes.add(statSync(join(folder, 'arena.db')).size)
      }
    expect(checked).toBeGreaterThan(100)
    expect(sizes.size).toBeGreaterThan(3)
  },
)
