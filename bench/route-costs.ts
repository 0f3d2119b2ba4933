import type { Usage, UsedArena } from './server-host.fixture.ts'
import { startPart } from './server-part.fixture.ts'
import { printTable, type Row } from './table.ts'

/**
 * The CPU time of the server's main thread for one request of each kind, compared with a route that does nothing. Requests
 * come one after the other. `npx node bench/route-costs.ts`
 */
const MATCHES = 150
const MOST = 100
const BARE = '/healthz'
const GOAL = '< 20'

const routesOf = ({ long, player, tournament }: UsedArena): readonly string[] => [
  '/openapi.json',
  '/docs',
  '/metrics',
  '/readyz',
  '/api/v1/challenges',
  '/api/v1/challenges/quoridor',
  '/api/v1/challenges/tic-tac-toe/standings?limit=100',
  '/api/v1/players?limit=100',
  `/api/v1/players/${player}/statistics`,
  '/api/v1/matches?limit=100',
  `/api/v1/matches/${long}`,
  `/api/v1/matches/${long}/record`,
  `/api/v1/matches/${long}/verification`,
  '/api/v1/formats',
  '/api/v1/tournaments?limit=100',
  `/api/v1/tournaments/${tournament}`,
  '/api/v1/evaluations?limit=100',
  '/api/v1/evaluations/cases?challenge=quoridor',
  '/api/v1/bots?limit=100',
  '/api/v1/me/games',
]

await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
const arena = await host.tell<UsedArena>('fill', MATCHES)

async function costOf(paths: readonly string[]): Promise<number> {
  await host.tell('begin')
  const began = performance.now()
  let asked = 0
  for (; asked < MOST && performance.now() - began < 3000; asked++) {
    const response = await fetch(`http://127.0.0.1:${arena.port}${paths[asked % paths.length]}`, {
      headers: { authorization: `Bearer ${arena.key}` },
    })
    await response.arrayBuffer()
    if (response.status >= 400) throw new Error(`${paths[0]} answered ${response.status}`)
  }
  const { mainThreadMs } = await host.tell<Usage>('end')
  return mainThreadMs / asked
}

await costOf([BARE])
const bare = await costOf([BARE])
const rows: Row[] = [{ what: BARE, value: `${bare.toFixed(2)} ms`, ratio: 1 }]
for (const path of routesOf(arena)) {
  await costOf([path])
  const cost = await costOf([path])
  rows.push({ what: path, value: `${cost.toFixed(2)} ms`, ratio: cost / bare, goal: GOAL })
}
const cold = await costOf(arena.finished.map((id) => `/api/v1/matches/${id}/verification`))
rows.push({ what: 'verification, a new match each time', value: `${cold.toFixed(2)} ms`, ratio: cold / bare })
printTable('Time of the main thread for a request', rows)
