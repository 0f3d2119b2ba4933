import { setTimeout as sleep } from 'node:timers/promises'
import type { Hosted, NewLadder, Usage } from './server-host.fixture.ts'
import { openConnection } from './server-http.fixture.ts'
import { startPart } from './server-part.fixture.ts'
import { printTable, type Row } from './table.ts'

/**
 * What a large ladder costs the arena: the same requests to the same server, first with empty ladders, then with 1,000 bots
 * enrolled that the ladder calls to matches. Meanwhile 50 matches are played over HTTP.
 * `npx node bench/ladder-load.ts [seconds]`
 */
const SECONDS = Number(process.argv[2] ?? 10)
const GAMES = 50
const LADDER: NewLadder = { bots: 1000, versions: 5, matches: 20_000 }
const GOAL_MS = 50
/** Between two requests for a page. */
const PAUSE_MS = 10

const PATHS = [
  '/api/v1/challenges/longest-group/ladder',
  '/api/v1/challenges/longest-group/ladder/history',
  '/api/v1/ladders',
  '/api/v1/matches?limit=50',
  '/api/v1/bots?limit=50',
  '/api/v1/challenges/longest-group/standings?limit=50',
]

interface Measured {
  /** By request, the slowest of 100. */
  readonly p99Ms: ReadonlyMap<string, number>
  readonly usage: Usage
  /** Rated matches that were called meanwhile. */
  readonly rated: number
}

await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
await using drivers = await startPart(1, 'server-load.ts', 'drivers')
const hosted = await host.tell<Hosted>('create', GAMES)
await drivers.tell('think', 500)
await drivers.tell('drive', hosted)
const before = await measure()
await host.tell('enrol', LADDER)
const after = await measure()

printTable(
  `p99 of an answer with ${LADDER.bots} bots enrolled and ${LADDER.matches} rated matches, compared with empty ladders; goal ${GOAL_MS} ms`,
  [...after.p99Ms].map(([what, ms]): Row => {
    const verdict = ms < GOAL_MS ? 'met' : 'MISSED'
    return { what, value: `${ms.toFixed(1)} ms, ${verdict}`, ratio: ms / (before.p99Ms.get(what) ?? NaN) }
  }),
)
// Processor time, so that other programs of the machine do not count: how long a request waits at most for the event loop.
const { stretchP99Ms, stretchMaxMs } = after.usage
printTable('Processor time for which the event loop was held', [
  held('the longest of 100 times', stretchP99Ms, before.usage.stretchP99Ms),
  held('the longest time', stretchMaxMs, before.usage.stretchMaxMs),
])

console.log(`  meanwhile ${after.rated} rated matches were called`)

function held(what: string, ms: number, empty: number): Row {
  return { what, value: `${ms.toFixed(1)} ms, ${ms < GOAL_MS ? 'met' : 'MISSED'}`, ratio: ms / empty }
}

async function measure(): Promise<Measured> {
  // The first request of each kind compiles and fits: it is not measured.
  for (const path of PATHS) await ask(path)
  await sleep(1000)
  await host.tell('begin')
  await drivers.tell('begin')
  const called = await host.tell<number>('matches')
  const times = new Map<string, number[]>(PATHS.map((path) => [path, []]))
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end)
    for (const [path, own] of times) {
      const began = performance.now()
      await ask(path)
      own.push(performance.now() - began)
      await sleep(PAUSE_MS)
    }
  const { p99Ms: move } = await drivers.tell<{ readonly p99Ms: number }>('end')
  const usage = await host.tell<Usage>('end')
  const p99Ms = [...times].map(([path, own]) => [path, p99Of(own)] as const)
  const rated = (await host.tell<number>('matches')) - called
  return { p99Ms: new Map([['a move', move], ...p99Ms]), usage, rated }
}

function ask(path: string): Promise<void> {
  const connection = openConnection(hosted.port)
  return new Promise((resolve, reject) =>
    connection.ask('GET', path, ({ status, body }) => {
      connection.close()
      if (status === 200) resolve()
      else reject(new Error(`${path} answered ${status}: ${body}`))
    }),
  )
}

function p99Of(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? NaN
}
