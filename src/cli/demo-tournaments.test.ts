import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { must } from '../base/result.ts'
import { openServer } from '../server/open-server.ts'
import { openDemoTournaments } from './demo-tournaments.ts'

test('the demo has two contests at once, one of them a knock-out, and goes on with them after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const running = async () => {
    const closing = new AbortController()
    await using server = must(await openServer({ folder, host: '127.0.0.1', port: 0 }))
    const { arena, tournaments } = server
    openDemoTournaments(arena, tournaments, { present: async () => {} }, closing.signal)
    const seen = tournaments.list({ limit: 10 }).map(({ name, status, header }) => ({
      name,
      status,
      format: header['format'],
    }))
    closing.abort()
    return seen
  }
  const first = await running()
  expect(first).toEqual([
    { name: 'Longest groups, Swiss', status: 'running', format: 'swiss' },
    { name: 'Cup of the house', status: 'running', format: 'round-robin-knock-out' },
  ])
  expect(await running()).toEqual(first)
})
