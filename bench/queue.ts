import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Queue, Worker } from 'bullmq'
import { must } from '../src/base/result.ts'
import { ticTacToe } from '../src/challenges/tic-tac-toe.ts'
import { version } from '../src/cli/own-package.ts'
import { advance, startMatch } from '../src/match/machine.ts'
import type { Match, MatchEvent } from '../src/match/match.ts'
import { connectRedis, redisOptions } from '../src/queue/connect-redis.ts'
import { openMatchQueue, type MatchQueue } from '../src/queue/match-queue.ts'
import { specOfOrder, type MatchOrder, type OrderedBot } from '../src/queue/match-order.ts'
import { packProgram, type PackedProgram } from '../src/queue/pack-program.ts'
import type { playJob } from '../src/queue/play-job.ts'
import { PREFIX, queueName, rulesVersion } from '../src/queue/queue-names.ts'
import { openQueueWorker } from '../src/queue/queue-worker.ts'
import { tellEvents } from '../src/queue/tell-events.ts'
import { playMatch } from '../src/runner/play-match.ts'
import { sourceContestant } from '../src/runner/source-contestant.ts'
import { quickPython } from '../scripts/quick-python.ts'
import { startRedis } from '../test/queue/redis.fixture.ts'
import { startWorker, type WorkerProcess } from '../test/queue/worker-process.fixture.ts'
import { median, printTable, type Row } from './table.ts'

/**
 * The queue against playing without one, in one run on one machine: how the rate grows with worker processes, what the queue adds
 * to a match, how many matches a second a run can order and check, against bare BullMQ, and how long 5,000 orders take.
 */
const home = mkdtempSync(join(tmpdir(), 'gamegrid-bench-queue-'))
writeFileSync(
  join(home, 'wait.py'),
  `import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"ready": True}), flush=True)
    elif message["type"] == "turn":
        time.sleep(0.1)
        print(json.dumps({"move": message["legal"][0]}), flush=True)
`,
)
// The bots wait and do nothing, so what starts them should be light: this measures the queue.
const python = quickPython()
process.env['PATH'] = [python.folder, process.env['PATH']].join(delimiter)
const packed = must(await packProgram('wait.py', { argv: ['python3', './wait.py'], cwd: home }))
const redis = await startRedis()
const { address } = redis

let orders = 0
function orderOf(source: OrderedBot): MatchOrder {
  const { id, game, preset, rules } = ticTacToe
  const player = (name: string) => ({ name, bot: name, source })
  return {
    key: `m${++orders}`,
    challenge: id,
    settings: game.presets[preset] ?? {},
    rules: { ...rules, bestOf: 1, clock: { kind: 'none' }, startUpMs: 600_000 },
    seed: orders,
    players: [player('a'), player('b')],
  }
}

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
      { name, bot: name, onLog() {} },
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

/** A match of first legal moves, played before anything is measured. */
const played = ((): readonly { readonly event: MatchEvent; readonly match: Match }[] => {
  const { spec } = must(specOfOrder(orderOf(house)))
  let { match } = startMatch(spec)
  const steps: { readonly event: MatchEvent; readonly match: Match }[] = []
  const happen = (event: MatchEvent): void => {
    match = advance(match, event).match
    steps.push({ event, match })
  }
  for (const seat of [0, 1] as const) happen({ kind: 'ready', seat, at: 1 })
  while (match.phase === 'playing') {
    const seat = match.round.movers[0] ?? 0
    happen({ kind: 'answered', seat, text: spec.game.legalMoves(match.round.state, seat)[0] ?? '', at: 2 })
  }
  return steps
})()
const firstMatch = startMatch(must(specOfOrder(orderOf(house))).spec).match

/** A worker that needs no time to play: it sends that match, with the hashes of its job, at once. */
const playAtOnce: typeof playJob = (_, job, send) => {
  const result = played.at(-1)?.match.result
  if (result === undefined) throw new Error('the match has no end')
  send({ kind: 'began' })
  const told = tellEvents(job, firstMatch, send)
  for (const { event, match } of played) told.tell(event, match)
  const { winner = null, score, void: isVoid } = result
  const chain = told.end()
  const account = {
    ...chain,
    result: { winner, score, void: isVoid },
    logs: ['', ''],
    memory: [null, null],
    ms: 1,
  } as const
  send({ kind: 'over', account })
  return Promise.resolve()
}

const AT_ONCE = 16
const JOBS = 1500

async function bareRate(run: number): Promise<number> {
  const options = { connection: redisOptions(address), prefix: 'bare' }
  const queue = new Queue(`bare-${run}`, { ...options, defaultJobOptions: { removeOnComplete: true } })
  const { promise, resolve } = Promise.withResolvers<void>()
  let done = 0
  const worker = new Worker(`bare-${run}`, () => Promise.resolve(), { ...options, concurrency: AT_ONCE })
  await worker.waitUntilReady()
  worker.on('completed', () => ++done === JOBS && resolve())
  const began = performance.now()
  let left = JOBS
  const add = async (): Promise<void> => {
    while (left-- > 0) await queue.add('m', orderOf(house))
  }
  await Promise.all([...Array.from({ length: AT_ONCE }, add), promise])
  const rate = (JOBS / (performance.now() - began)) * 1000
  await worker.close()
  await queue.close()
  return rate
}

async function ourRate(run: number): Promise<number> {
  const release = `bench-${run}`
  await using queue = await openQueue(release)
  const worker = must(
    await openQueueWorker({
      address,
      release,
      matchesAtOnce: AT_ONCE,
      lostAfterMs: 30_000,
      speed: 1,
      play: playAtOnce,
    }),
  )
  // As a tournament does: while a worker plays one match, the next one waits for it.
  const rate = await playAll(queue, house, JOBS, 2 * AT_ONCE)
  await worker.leave(10_000)
  return rate
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

const [bare, ours]: [number[], number[]] = [[], []]
for (let run = 0; run < 5; run++) {
  bare.push(await bareRate(run))
  ours.push(await ourRate(run))
}
const shown = (rate: number): string => `${Math.round(rate)} jobs/s`
printTable(`${JOBS} matches that take no time to play, ${AT_ONCE} at once, medians of 5 runs by turns`, [
  { what: 'bare BullMQ, an empty job', value: shown(median(bare)), ratio: 1 },
  {
    what: 'a run: ordered, streamed, simulated again',
    value: shown(median(ours)),
    ratio: median(ours) / median(bare),
    goal: '>= 0.7',
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
python[Symbol.dispose]()
await redis[Symbol.asyncDispose]()
// Threads of house brains wait for the next match.
process.exit(0)
