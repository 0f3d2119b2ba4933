import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quietPort } from '../src/protocols/quiet-port.fixture.ts'
import { openTestReplica, openViewer } from '../test/server/replica.fixture.ts'
import { openMatchDriver } from '../bench/match-driver.fixture.ts'
import type { Hosted } from '../bench/server-host.fixture.ts'
import { startPart } from '../bench/server-part.fixture.ts'
import { median, printTable } from '../bench/table.ts'

/**
 * A real Caddy in front of two replicas of a real arena, on loopback, with the configuration of docs/scaling.md: whether pages and
 * live lines pass, how late, and what a spectator loses if a replica is closed. `npx node scripts/prove-proxy.ts`; it needs `caddy`.
 */
const MOVES = 20
const home = mkdtempSync(join(tmpdir(), 'gamegrid-proxy-'))
await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
const { games, port: arenaPort } = await host.tell<Hosted>('create', 1)
const [game] = games
if (!game) throw new Error('the arena has no match')
const arena = `http://127.0.0.1:${arenaPort}`
const replicas = [await openTestReplica(arena), await openTestReplica(arena)]

const port = await quietPort()
const proxy = `http://127.0.0.1:${port}`
const upstreams = replicas.map(({ url }) => new URL(url).host).join(' ')
writeFileSync(
  join(home, 'Caddyfile'),
  `{
	admin off
	auto_https off
}
${proxy} {
	bind 127.0.0.1
	reverse_proxy ${upstreams} {
		lb_policy least_conn
		lb_try_duration 5s
		health_uri /healthz
		health_interval 2s
		fail_duration 5s
	}
}
`,
)
const caddy: ChildProcess = spawn(
  'caddy',
  ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile'],
  {
    stdio: 'ignore',
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  },
)
const ended = once(caddy, 'exit')
try {
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`${proxy}${path}`).catch(() => undefined))?.status ?? 0
  for (let tries = 0; (await statusOf('/healthz')) !== 200; tries++) {
    if (tries > 300 || caddy.exitCode !== null) throw new Error('caddy does not serve')
    await sleep(100)
  }
  const list = await (await fetch(`${proxy}/api/v1/matches`)).json()
  const same = await (await fetch(`${arena}/api/v1/matches`)).json()

  const driver = openMatchDriver(arenaPort, game)
  await driver.greet()
  const direct = await openViewer(arena, game.id)
  const viewers = await Promise.all(Array.from({ length: 6 }, () => openViewer(proxy, game.id)))
  const later: number[] = []
  async function play(moves: number, watched: typeof viewers): Promise<void> {
    for (let n = 0; n < moves; n++) {
      const team = game?.players[n % 2]
      if (!team) return
      await driver.move(team, await driver.viewOf(team))
      const began = performance.now()
      const wanted = await latest(direct.seen)
      while (watched.some(({ seen }) => (seen.at(-1)?.id ?? -1) < wanted)) await sleep(1)
      later.push(performance.now() - began)
    }
  }
  await play(MOVES, viewers)
  const watchers = replicas.map((replica) => replica.watchers())

  // One replica ends: its spectators connect again, through the proxy, and go on after their last line.
  await replicas[0]?.[Symbol.asyncDispose]()
  const moved = await Promise.all(
    viewers.map(async (viewer) => {
      const cut = await Promise.race([viewer.over, sleep(2000).then(() => undefined)])
      if (cut === undefined) return { viewer, past: [] }
      return { viewer: await openViewer(proxy, game.id, viewer.seen.at(-1)?.id), past: viewer.seen }
    }),
  )
  await play(
    MOVES / 2,
    moved.map(({ viewer }) => viewer),
  )
  const expected = JSON.stringify(direct.seen)
  const wrong = moved.filter(({ viewer, past }) => JSON.stringify([...past, ...viewer.seen]) !== expected)
  printTable('Caddy in front of two replicas', [
    { what: 'GET / and GET /readyz', value: `${await statusOf('/')}, ${await statusOf('/readyz')}` },
    {
      what: 'the list of matches is that of the arena',
      value: String(JSON.stringify(list) === JSON.stringify(same)),
    },
    { what: 'spectators at each replica', value: watchers.join(' and ') },
    {
      what: 'from a spectator at the arena to the last behind the proxy',
      value: `${median(later).toFixed(0)} ms, at most ${Math.max(...later).toFixed(0)}`,
    },
    {
      what: 'spectators whose replica ended',
      value: String(moved.filter(({ past }) => past.length > 0).length),
    },
    { what: 'spectators that missed or repeated a line', value: String(wrong.length) },
  ])
  process.exitCode = wrong.length === 0 && JSON.stringify(list) === JSON.stringify(same) ? 0 : 1
  for (const { viewer } of moved) viewer[Symbol.dispose]()
  direct[Symbol.dispose]()
  driver.close()
} finally {
  caddy.kill('SIGTERM')
  await ended
  await replicas[1]?.[Symbol.asyncDispose]()
  rmSync(home, { recursive: true })
}

/** The number of the newest line, when no more have come for a moment. */
async function latest(seen: readonly { readonly id: number }[]): Promise<number> {
  for (let known = -2; ; await sleep(5)) {
    const newest = seen.at(-1)?.id ?? -1
    if (newest === known) return newest
    known = newest
  }
}
