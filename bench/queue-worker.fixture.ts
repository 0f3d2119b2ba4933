import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { Worker } from 'bullmq'
import { must } from '../src/base/result.ts'
import { ticTacToe } from '../src/challenges/tic-tac-toe.ts'
import { advance, startMatch } from '../src/match/machine.ts'
import type { Match, MatchEvent } from '../src/match/match.ts'
import { redisOptions } from '../src/queue/connect-redis.ts'
import { specOfOrder, type MatchOrder, type OrderedBot } from '../src/queue/match-order.ts'
import type { playJob } from '../src/queue/play-job.ts'
import { openQueueWorker } from '../src/queue/queue-worker.ts'
import type { RedisAddress } from '../src/queue/redis-address.ts'
import { tellEvents } from '../src/queue/tell-events.ts'

/** What a thread of `bench/queue.ts` works on: the jobs of bare BullMQ, or the matches of a queue. It says when it is ready, and when it has done. */
export interface ThreadOrder {
  readonly kind: 'bare' | 'ours'
  readonly address: RedisAddress
  /** Of the bare queue, or the release. */
  readonly name: string
  readonly atOnce: number
}

export function benchOrder(number: number, source: OrderedBot): MatchOrder {
  const { id, game, preset, rules } = ticTacToe
  const player = (name: string) => ({ name, bot: name, source })
  return {
    key: `m${number}`,
    challenge: id,
    settings: game.presets[preset] ?? {},
    rules: { ...rules, bestOf: 1, clock: { kind: 'none' }, startUpMs: 600_000 },
    seed: number,
    players: [player('a'), player('b')],
  }
}

/** A match of first legal moves, played before anything is measured. */
const played = ((): readonly { readonly event: MatchEvent; readonly match: Match }[] => {
  const { spec } = must(specOfOrder(benchOrder(0, { kind: 'house', brain: 'first' })))
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
const firstMatch = startMatch(must(specOfOrder(benchOrder(0, { kind: 'house', brain: 'first' }))).spec).match

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

async function workBare({ address, name, atOnce }: ThreadOrder): Promise<void> {
  let left = 0
  parentPort?.on('message', (jobs: number) => (left += jobs))
  const worker = new Worker(name, () => Promise.resolve(), {
    connection: redisOptions(address),
    prefix: 'bare',
    concurrency: atOnce,
  })
  await worker.waitUntilReady()
  worker.on('completed', () => {
    if (--left === 0) parentPort?.postMessage('done')
  })
  parentPort?.postMessage('ready')
}

async function workOurs({ address, name, atOnce }: ThreadOrder): Promise<void> {
  const worker = must(
    await openQueueWorker({
      address,
      release: name,
      matchesAtOnce: atOnce,
      lostAfterMs: 30_000,
      speed: 1,
      play: playAtOnce,
    }),
  )
  parentPort?.once('message', () => {
    void worker.leave(10_000).then(() => parentPort?.postMessage('left'))
  })
  parentPort?.postMessage('ready')
}

if (!isMainThread) {
  const order = workerData as ThreadOrder
  await (order.kind === 'bare' ? workBare(order) : workOurs(order))
}
