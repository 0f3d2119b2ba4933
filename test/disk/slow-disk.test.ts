import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { serveArena, type Answered, type Served } from './served.fixture.ts'
import { buildSyncShim } from './sync-shim.fixture.ts'

/** An arena on a disk whose syncs last until the test ends them. */
async function onSlowDisk() {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-slow-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const gate = join(home, 'gate')
  const server = await serveArena(join(home, 'data'), [], {
    LD_PRELOAD: buildSyncShim(home),
    SYNC_GATE: gate,
  })
  onTestFinished(() => server.kill())
  await server.ready
  return {
    server,
    stopSyncs: () => writeFileSync(gate, ''),
    goOn: () => rmSync(gate),
  }
}

async function openGame(server: Served, name: string, clock: string) {
  const team = await server.call('POST', '/api/v1/players', { json: { name } })
  const key = String(team.body['key'])
  const game = await server.call('POST', '/api/v1/games', {
    key,
    json: { challenge: 'tic-tac-toe', opponent: 'house:random', clock },
  })
  expect(game.status, JSON.stringify(game.body)).toBe(201)
  const path = `/api/v1/games/${String(game.body['id'])}`
  const turn = (): Promise<Answered> => server.call('GET', `${path}/turn?wait=20`, { key })
  return {
    turn,
    now: () => server.call('GET', `${path}/turn`, { key }),
    async move(): Promise<Answered> {
      const { legal } = (await turn()).body as { readonly legal: readonly string[] }
      return server.call('POST', `${path}/moves`, { key, json: { move: legal[0] } })
    },
  }
}

test('while a sync takes its time a move is not acknowledged, and all else is answered', async () => {
  const { server, stopSyncs, goOn } = await onSlowDisk()
  const [busy, quiet] = [await openGame(server, 'Busy', '60s'), await openGame(server, 'Quiet', '60s')]
  await busy.turn()
  await quiet.turn()
  stopSyncs()
  let isAnswered = false
  const move = busy.move().then((answer) => {
    isAnswered = true
    return answer
  })
  // Ten times, because the first looks may come before the sync has begun.
  for (let look = 0; look < 10; look++) {
    expect((await server.call('GET', '/healthz')).status).toBe(200)
    expect((await quiet.now()).body['asked']).toBe(true)
  }
  expect(isAnswered).toBe(false)
  goOn()
  expect((await move).status).toBe(200)
})

test('a sync that takes longer than a clock has left costs no player the game', async () => {
  const { server, stopSyncs, goOn } = await onSlowDisk()
  const game = await openGame(server, 'Ada', '4s')
  await game.turn()
  stopSyncs()
  const move = game.move()
  // A real clock runs: the house has answered, and the next question waits for the sync, longer than the clock of 4 s.
  await sleep(6000)
  goOn()
  expect((await move).status).toBe(200)
  const next = await game.turn()
  expect(next.body).toMatchObject({ status: 'playing', round: 1, asked: true })
  expect((await game.move()).status).toBe(200)
})
