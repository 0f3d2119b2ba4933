import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withoutThreads } from '../../src/runner/without-threads.fixture.ts'
import { openLogSync, type SyncReport } from '../../src/store/sync-log.ts'

test('without room for a thread a long log is synced, and its checkpoint is made later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-sync-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'log.db')
  using db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE texts (text)')
  const write = (): void => db.exec(`INSERT INTO texts VALUES ('${'x'.repeat(100_000)}')`)
  const told: SyncReport[] = []
  using log = openLogSync({ file, onReport: (report) => told.push(report), longBytes: 50_000 })
  const synced = async (): Promise<void> => {
    const before = told.length
    write()
    log.sync()
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(before))
  }
  await withoutThreads(synced)
  expect(told).toEqual([{ kind: 'synced', isLong: false }])
  await synced()
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ kind: 'checkpointed' }))
})
