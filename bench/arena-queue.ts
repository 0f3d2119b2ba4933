import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isObject, parseObject } from '../src/base/json.ts'
import { must } from '../src/base/result.ts'
import { version } from '../src/cli/own-package.ts'
import { openMatchQueue } from '../src/queue/match-queue.ts'
import { playJob } from '../src/queue/play-job.ts'
import { openQueueWorker } from '../src/queue/queue-worker.ts'
import { removeFolder } from '../src/runner/sandbox/remove-folder.ts'
import { openServer } from '../src/server/open-server.ts'
import type { MatchPlayer } from '../src/store/store.ts'
import { startRedis } from '../test/queue/redis.fixture.ts'
import { median, printTable } from './table.ts'

/**
 * An arena with workers: how long after the worker's stamp a spectator has a move, and how fast the arena answers while 5,000
 * matches wait. The arena, the worker, Redis and the spectators share this machine.
 */
const MATCHES = 40
const WAITING = 5000
const REQUESTS = 1000

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-bench-arena-'))
await using redis = await startRedis()
const server = must(
  await openServer({
    folder,
    host: '127.0.0.1',
    port: 0,
    // One address asks for everything here.
    gateLimits: { burstMs: 600_000 },
    workers: {
      open: (owner) => openMatchQueue({ ...owner, address: redis.address, release: version }),
      playsHere: false,
    },
  }),
)
const { arena, url } = server

/** When the worker sent each event, by match and number of the event. */
const stamps = new Map<string, number>()
const play: typeof playJob = async (host, job, send, signal) => {
  // The match is live from now on, and its spectator comes before the first move.
  send({ kind: 'began' })
  await delay(300)
  await playJob(
    host,
    job,
    (message) => {
      if (message.kind === 'events')
        for (const at of message.lines.keys()) stamps.set(`${job.key} ${message.n + at}`, performance.now())
      send(message)
    },
    signal,
  )
}
const worker = must(
  await openQueueWorker({
    address: redis.address,
    release: version,
    matchesAtOnce: 2,
    lostAfterMs: 30_000,
    play,
  }),
)

const house = (brain: string): MatchPlayer => ({ kind: 'house', name: `house:${brain}`, brain })
const begin = (): number =>
  must(
    arena.create({
      challenge: 'tic-tac-toe',
      players: [house('perfect'), house('random')],
      origin: 'organiser',
      rules: { bestOf: 1 },
    }),
  ).id

/** Milliseconds from the stamp of the worker to the line at a spectator, for all moves of a match. */
async function watch(match: number): Promise<readonly number[]> {
  while (!arena.live(match) && !arena.isAtHand(match)) await delay(1)
  const response = await fetch(`${url}/api/v1/matches/${match}/events`, {
    headers: { accept: 'text/event-stream' },
  })
  const late: number[] = []
  let text = ''
  let events = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    const now = performance.now()
    text += Buffer.from(chunk).toString()
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const body = line.startsWith('data:') ? parseObject(line.slice(5)) : undefined
      if (!isObject(body) || typeof body['event'] !== 'string') continue
      if (body['event'] === 'over') return late
      const stamp = stamps.get(`${match} ${events++}`)
      if (body['event'] === 'answered' && stamp !== undefined) late.push(now - stamp)
    }
  }
  return late
}

const late: number[] = []
for (let n = 0; n < MATCHES; n++) {
  const match = begin()
  late.push(...(await watch(match)))
}

await worker.leave(0)
const before = performance.now()
for (let n = 0; n < WAITING; n++) {
  begin()
  // The arena answers others meanwhile: a client would send each match in a request of its own.
  if (n % 50 === 0) await delay(0)
}
const enqueuedMs = performance.now() - before
const answers: number[] = []
for (let n = 0; n < REQUESTS; n++) {
  const began = performance.now()
  await (await fetch(`${url}/api/v1/matches?limit=20`)).text()
  answers.push(performance.now() - began)
}
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? NaN
const ms = (value: number): string => `${value.toFixed(1)} ms`
printTable('An arena with workers; times in milliseconds', [
  {
    what: `a move of a worker at a spectator, median of ${late.length}`,
    value: ms(median(late)),
    ratio: median(late),
    goal: '< 50',
  },
  { what: 'the same, 99th percentile', value: ms(percentile(late, 0.99)) },
  { what: `${WAITING} matches are made and wait`, value: ms(enqueuedMs), ratio: enqueuedMs, goal: '< 5000' },
  {
    what: `an answer while ${arena.waitingForWorkers().length} matches wait, median`,
    value: ms(median(answers)),
  },
  {
    what: 'the same, 99th percentile',
    value: ms(percentile(answers, 0.99)),
    ratio: percentile(answers, 0.99),
    goal: '< 50',
  },
])
await server[Symbol.asyncDispose]()
await removeFolder(folder)
process.exit(0)
