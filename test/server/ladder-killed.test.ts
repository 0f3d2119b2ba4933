import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { openStore } from '../../src/store/open-store.ts'
import { rebuildStore } from '../../src/store/rebuild.ts'
import type { MatchRow } from '../../src/store/store.ts'
import { until } from './arena.fixture.ts'
import { serve } from './serve-process.fixture.ts'

const LADDER = '/api/v1/challenges/longest-group/ladder'

test('killed in the middle, the ladder has whole pairs, counts no game twice, and goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-ladder-'))
  const port = await quietPort()
  const url = `http://127.0.0.1:${port}`
  const call = async (method: string, path: string, key = '', body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { id: number; key: string; games: number; plays: number | null }
  }
  /** What the log has while no server runs. */
  const rated = (): readonly MatchRow[] => {
    using store = must(openStore(folder))
    return store.ladderMatches('longest-group')
  }
  let server = serve({ port, folder })
  try {
    const token = /token=(\S+)/.exec(await server.ready)?.[1] ?? ''
    const { key } = await call('POST', '/api/v1/organiser', '', { token })
    const { id: bot } = await call('POST', '/api/v1/bots', key, {
      challenge: 'longest-group',
      name: 'in-order',
    })
    await call('POST', `/api/v1/bots/${bot}/programs`, key, { command: 'python3 longest-group.py' })
    await until(async () => (await call('GET', `/api/v1/bots/${bot}`)).plays ?? undefined)
    await call('PUT', `${LADDER}/bots/${bot}`, key)
    let before: readonly MatchRow[] = []
    for (let kill = 0; kill < 2; kill++) {
      await server.ready
      const goal = before.filter(({ status }) => status === 'over').length + 2
      await until(async () => (await call('GET', LADDER)).games >= goal || undefined)
      await server.kill()
      const after = rated()
      expect(after.length % 2).toBe(0)
      for (let index = 0; index < after.length; index += 2)
        expect(after[index + 1]?.players).toEqual(after[index]?.players.toReversed())
      // What was over is what it was.
      const over = before.filter(({ status }) => status === 'over')
      expect(after.filter(({ id }) => over.some((row) => row.id === id))).toEqual(over)
      before = after
      server = serve({ port, folder })
    }
    await server.ready
    await call('PUT', '/api/v1/ladders/share', key, { percent: 0 })
    await server.stop()
    expect(must(rebuildStore(folder))).toMatchObject({ same: true })
    const rows = rated()
    expect(rows.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(rows.filter((row) => row.void)).toEqual([])
    // The ladder of a fresh server counts each game of the log once.
    const ended = rows.filter(({ status }) => status === 'over').length
    server = serve({ port, folder })
    await server.ready
    await until(async () => (await call('GET', LADDER)).games === ended || undefined)
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
