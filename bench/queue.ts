import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Queue, QueueEvents } from 'bullmq'
import { must } from '../src/base/result.ts'
import { version } from '../src/cli/own-package.ts'
import { connectRedis, redisOptions } from '../src/queue/connect-redis.ts'
import { openMatchQueue, type MatchQueue } from '../src/queue/match-queue.ts'
import { specOfOrder, type MatchOrder, type OrderedBot } from '../src/queue/match-order.ts'
import { packProgram, type PackedProgram } from '../src/queue/pack-program.ts'
import { PREFIX, queueName, rulesVersion } from '../src/queue/queue-names.ts'
import { playMatch } from '../src/runner/play-match.ts'
import { sourceContestant } from '../src/runner/source-contestant.ts'
import { startRedis } from '../test/queue/redis.fixture.ts'
import { startWorker, type WorkerProcess } from '../test/queue/worker-process.fixture.ts'
import { benchOrder, type ThreadOrder } from './queue-worker.fixture.ts'
import { median, printTable, type Row } from './table.ts'

/**
 * The queue against playing without one, in one run on one machine: how the rate grows with worker processes, what the queue adds
 * to a match, how many matches a second a run can order and check, against bare BullMQ, and how long 5,000 orders take.
 */
const home = mkdtempSync(join(tmpdir(), 'gamegrid-bench-queue-'))
// Bots that wait and do nothing, so that this measures the queue. Eight workers that start Python programs keep two processors busy.
const built = spawnSync('gcc', [
  '-O1',
  '-o',
  join(home, 'wait'),
  join(import.meta.dirname, 'wait-bot.fixture.c'),
])
if (built.status !== 0)
  throw new Error(
    `Cannot build the bot that waits with gcc: ${built.error?.message ?? built.stderr.toString()}`,
  )
const packed = must(await packProgram('wait', { argv: ['./wait'], cwd: home }))
const redis = await startRedis()
const { address } = redis

let orders = 0
const orderOf = (source: OrderedBot): MatchOrder => benchOrder(++orders, source)

const never = new AbortController().signal
const openQueue = async (release: string, programs: readonly PackedProgram[] = []): Promise<MatchQueue> =>
  must(await openMatchQueue({ address, release, programs, secondLook: 0 }))

async function playAll(
  queue: MatchQueue,
  source: OrderedBot,
  matches: number,
  atOnce: number,
): Promise<number> {
  let left = matches
  const began = performance.now()
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const { kind } = await queue.play(orderOf(source), never)
      if (kind !== 'played') throw new Error(`a match is ${kind}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return (matches / (performance.now() - began)) * 1000
}

const waiting: OrderedBot = { kind: 'program', argv: packed.argv, files: packed.sha, wire: 'json' }
const workers: WorkerProcess[] = []

/** Clock ticks of Linux, 100 a second. */
const TICK_MS = 10
/** How long the processors of this machine had nothing to do. */
const idleMs = (): number =>
  TICK_MS * Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/)[4])
/** Processor time of all workers and of the bots that they have ended. */
const usedMs = (): number =>
  workers.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + TICK_MS * [11, 12, 13, 14].reduce((ticks, at) => ticks + Number(fields[at]), 0)
  }, 0)

async function growth(): Promise<Row[]> {
  await using queue = await openQueue(version, [packed])
  const rows: Row[] = []
  let one = 0
  for (const count of [1, 2, 4, 8]) {
    while (workers.length < count) workers.push(await startWorker(redis))
    await playAll(queue, waiting, count, count)
    const [began, idle, used] = [performance.now(), idleMs(), usedMs()]
    const rate = await playAll(queue, waiting, 6 * count, 2 * count)
    one ||= rate
    const ms = performance.now() - began
    const cores = availableParallelism()
    const busy = cores - (idleMs() - idle) / ms
    rows.push({
      what: count === 1 ? '1 worker' : `${count} workers`,
      value: `${Math.round(rate * 60)} matches/min, processors: workers ${((usedMs() - used) / ms).toFixed(2)}, all ${busy.toFixed(2)} of ${cores}`,
      ratio: rate / (one * count),
      ...(count > 1 && { goal: '>= 0.9' }),
    })
  }
  return rows
}

const house: OrderedBot = { kind: 'house', brain: 'first' }

async function playHere(): Promise<void> {
  const order = orderOf(house)
  const { spec } = must(specOfOrder(order))
  const seat = (name: string) =>
    sourceContestant(
      { kind: 'brain', source: { kind: 'house', name: 'first' } },
      { name, bot: name, game: spec.game.id, onLog() {} },
    )
  await playMatch({ challenge: order.challenge, spec, contestants: [seat('a'), seat('b')] })
}

async function overhead(): Promise<Row[]> {
  await using queue = await openQueue(version)
  const [here, far]: [number[], number[]] = [[], []]
  for (let round = 0; round < 40; round++)
    for (const [times, play] of [
      [here, playHere],
      [far, () => queue.play(orderOf(house), never)],
    ] as const) {
      const began = performance.now()
      await play()
      times.push(performance.now() - began)
    }
  const [inProcess, queued] = [median(here.slice(5)), median(far.slice(5))]
  return [
    { what: 'in the process', value: `${inProcess.toFixed(1)} ms`, ratio: 1 },
    { what: 'by a worker', value: `${queued.toFixed(1)} ms`, ratio: queued / inProcess },
  ]
}

const AT_ONCE = 16
const JOBS = 1500
const ROUNDS = 12
/** Threads and connections stay the same, and their code is warm: an arena runs for months. */
const WARM_UP = 3000

/** A worker in a thread of its own, as it is on a machine of its own: what orders does not share its processor. */
async function startThread(order: ThreadOrder): Promise<Worker> {
  const thread = new Worker(new URL('queue-worker.fixture.ts', import.meta.url), { workerData: order })
  await once(thread, 'message')
  return thread
}

interface Side {
  /** Jobs per second of so many jobs. */
  rate(jobs: number): Promise<number>
  end(): Promise<void>
}

/** `isAwaited`: what orders waits for the end of each job, as a run does. */
async function bareSide(name: string, isAwaited: boolean): Promise<Side> {
  const thread = await startThread({ kind: 'bare', address, name, atOnce: AT_ONCE })
  const options = { connection: redisOptions(address), prefix: 'bare' }
  // A job that is gone cannot be waited for.
  const defaultJobOptions = { removeOnComplete: isAwaited ? 1000 : true }
  const queue = new Queue(name, { ...options, defaultJobOptions })
  const events = isAwaited ? new QueueEvents(name, options) : undefined
  await events?.waitUntilReady()
  for (const emitter of [queue, events]) emitter?.setMaxListeners(0)
  return {
    async rate(jobs) {
      const done = once(thread, 'message')
      thread.postMessage(jobs)
      let left = jobs
      const began = performance.now()
      const order = async (): Promise<void> => {
        while (left-- > 0) {
          const job = await queue.add('m', orderOf(house))
          if (events) await job.waitUntilFinished(events)
        }
      }
      const atOnce = isAwaited ? 2 * AT_ONCE : AT_ONCE
      await Promise.all([...Array.from({ length: atOnce }, order), done])
      return (jobs / (performance.now() - began)) * 1000
    },
    async end() {
      await events?.close()
      await queue.close()
      await thread.terminate()
    },
  }
}

async function ourSide(): Promise<Side> {
  const release = 'bench'
  const queue = await openQueue(release)
  const thread = await startThread({ kind: 'ours', address, name: release, atOnce: AT_ONCE })
  return {
    // As a tournament does: while a worker plays one match, the next one waits for it.
    rate: (jobs) => playAll(queue, house, jobs, 2 * AT_ONCE),
    async end() {
      const left = once(thread, 'message')
      thread.postMessage('leave')
      await left
      await thread.terminate()
      await queue[Symbol.asyncDispose]()
    },
  }
}

const WAITING = 5000

/** How long it takes until so many matches wait, without a worker. */
async function enqueue(): Promise<Row[]> {
  const release = 'bench-waiting'
  const queue = await openQueue(release)
  const stops: AbortController[] = []
  const client = connectRedis(address)
  const waiting = `${PREFIX}:${queueName(rulesVersion(release))}:wait`
  const began = performance.now()
  const ends: Promise<unknown>[] = []
  for (let at = 0; at < WAITING; at++) {
    const stop = new AbortController()
    stops.push(stop)
    ends.push(queue.play(orderOf(house), stop.signal))
    // An arena has other things to do meanwhile.
    if (at % 50 === 49) await new Promise((resume) => setImmediate(resume))
  }
  while ((await client.llen(waiting)) < WAITING) await new Promise((resume) => setTimeout(resume, 5))
  const ms = performance.now() - began
  for (const stop of stops) stop.abort()
  await Promise.all(ends)
  await queue[Symbol.asyncDispose]()
  client.disconnect()
  return [
    { what: `${WAITING} matches wait`, value: `${(ms / 1000).toFixed(2)} s`, ratio: ms / 5000, goal: '< 1' },
  ]
}

const sides = {
  bare: await bareSide('bare', false),
  told: await bareSide('told', true),
  ours: await ourSide(),
}
const names = ['bare', 'told', 'ours'] as const
const rates: Record<keyof typeof sides, number[]> = { bare: [], told: [], ours: [] }
let orderingMs = 0
for (const side of names) await sides[side].rate(WARM_UP)
for (let round = 0; round < ROUNDS; round++)
  for (const side of names) {
    const before = process.threadCpuUsage()
    rates[side].push(await sides[side].rate(JOBS))
    const { user, system } = process.threadCpuUsage(before)
    if (side === 'ours') orderingMs += (user + system) / 1000
  }
for (const side of Object.values(sides)) await side.end()
const shown = (rate: number): string => `${Math.round(rate)} jobs/s`
const bare = median(rates.bare)
const alone = (1000 * ROUNDS * JOBS) / orderingMs
const against = (other: readonly number[]): number =>
  median(rates.ours.map((ours, at) => ours / (other[at] ?? Number.NaN)))
printTable(`Matches that take no time to play, ${AT_ONCE} at once, medians of ${ROUNDS} turns of ${JOBS}`, [
  { what: 'bare BullMQ, an empty job that nobody waits for', value: shown(bare), ratio: 1 },
  {
    what: 'bare BullMQ, what orders waits for the end of each job',
    value: shown(median(rates.told)),
    ratio: median(rates.told) / bare,
  },
  {
    what: 'a run: ordered, streamed, simulated again',
    value: shown(median(rates.ours)),
    ratio: against(rates.bare),
  },
  {
    what: 'the same, against BullMQ whose orders wait',
    value: shown(median(rates.ours)),
    ratio: against(rates.told),
    goal: '>= 0.7',
  },
  {
    what: 'what the thread that orders can do, by its processor time',
    value: shown(alone),
    ratio: alone / bare,
  },
])
printTable('Orders without a worker; the ratio is to 5 s', await enqueue())

printTable('Bots that wait 100 ms a move; the ratio is to linear growth', await growth())
for (const worker of workers.splice(1)) {
  worker.signal('SIGTERM')
  await worker.exited
}
printTable('A match of house:first, one after the other, medians of 35', await overhead())
workers[0]?.signal('SIGTERM')
await workers[0]?.exited

rmSync(home, { recursive: true })
await redis[Symbol.asyncDispose]()
// Threads of house brains wait for the next match.
process.exit(0)
