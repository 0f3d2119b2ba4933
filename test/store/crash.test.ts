import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { checkStore } from '../../src/store/check.ts'
import { readDataFolder } from '../../src/store/data-folder.ts'
import type { LogEntry } from '../../src/store/store.ts'
import { readEntry, type LogRow } from '../../src/store/log.ts'
import { openStore } from '../../src/store/open-store.ts'
import { rebuildStore } from '../../src/store/rebuild.ts'
import { tempFolders } from '../../src/store/temp-folders.fixture.ts'

const newFolder = tempFolders()
const writer = join(import.meta.dirname, 'writer.ts')

type Line = string | { readonly seq: number; readonly entry: LogEntry }

/** The output of a writer, which is killed after this many lines. */
async function run(command: string, args: readonly string[], lines = Infinity): Promise<readonly Line[]> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: Line[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(JSON.parse(line) as Line)
    if (said.length === lines) child.kill('SIGKILL')
  }
  return said
}

/** Checks that the log has all acknowledged entries, and that all tables follow from it. */
function expectKept(folder: string, said: readonly Line[]): void {
  {
    using database = must(readDataFolder(folder))
    const log = new Map(database.all<LogRow>('SELECT * FROM log').map((row) => [row.seq, readEntry(row)]))
    for (const line of said) if (typeof line === 'object') expect(log.get(line.seq)).toEqual(line.entry)
  }
  expect(checkStore(folder)).toMatchObject({ ok: true, value: { problems: [] } })
  expect(rebuildStore(folder)).toMatchObject({ ok: true, value: { same: true } })
}

test('a writer killed at any moment loses nothing that it acknowledged', { timeout: 300_000 }, async () => {
  const folder = newFolder()
  must(openStore(folder))[Symbol.dispose]()
  let acknowledged = 0
  for (let kill = 0; kill < 32; kill++) {
    // From the first line, while the store still recovers, to many lines later.
    const said = await run(process.execPath, [writer, folder], 1 + randomInt(kill % 2 === 0 ? 8 : 200))
    expectKept(folder, said)
    acknowledged += said.filter((line) => typeof line === 'object').length
  }
  expect(acknowledged).toBeGreaterThan(500)
})

test('a store that cannot be written any more says so, acknowledges nothing after that, and keeps the rest', async () => {
  const folder = newFolder()
  const limited = `ulimit -f 1000; exec "$0" "$@"`
  const said = await run('sh', ['-c', limited, process.execPath, writer, folder])
  expect(said.slice(0, 3)).toEqual(['opening', 'open', expect.objectContaining({ seq: 1 })])
  expect(said.slice(-2)).toEqual(['failed', 'refused'])
  expect(said.filter((line) => typeof line === 'string')).toHaveLength(4)
  expectKept(folder, said)
})
