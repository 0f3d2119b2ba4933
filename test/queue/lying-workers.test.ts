import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deferred } from '../../src/base/deferred.ts'
import { fail, must } from '../../src/base/result.ts'
import { ticTacToe } from '../../src/challenges/tic-tac-toe.ts'
import type { MatchOrder } from '../../src/queue/match-order.ts'
import type { MatchJob } from '../../src/queue/queue-job.ts'
import { playJob } from '../../src/queue/play-job.ts'
import { connectRedis } from '../../src/queue/connect-redis.ts'
import { openQueueWorker, type QueueWorker } from '../../src/queue/queue-worker.ts'
import { readRedisAddress } from '../../src/queue/redis-address.ts'
import type { WorkerMessage } from '../../src/queue/worker-message.ts'
import { openMatchQueue } from '../../src/queue/match-queue.ts'
import { startRedis, type TestRedis } from './redis.fixture.ts'
import { smallTournament, type SmallTournament } from './small-tournament.fixture.ts'

const RELEASE = '0.0.0-test'
let redis: TestRedis
let small: SmallTournament

beforeAll(async () => {
  redis = await startRedis()
  small = await smallTournament(RELEASE)
})

afterAll(async () => {
  await redis[Symbol.asyncDispose]()
  small[Symbol.dispose]()
})

const openWorker = async (play?: typeof playJob, release = RELEASE): Promise<QueueWorker> =>
  must(
    await openQueueWorker({
      address: redis.address,
      release,
      matchesAtOnce: 1,
      lostAfterMs: 30_000,
      ...(play && { play }),
    }),
  )

/** A worker that plays honestly, and changes what it sends. */
const liar =
  (lie: (message: WorkerMessage, send: (message: WorkerMessage) => void) => void): typeof playJob =>
  (host, job, send, signal) =>
    playJob(host, job, (message) => lie(message, send), signal)

const LIES: readonly (readonly [what: string, play: typeof playJob, why: string])[] = [
  [
    'a wrong hash',
    liar((message, send) =>
      send(
        message.kind === 'events' && message.n + message.lines.length > 5
          ? { ...message, hash: 'f'.repeat(32) }
          : message,
      ),
    ),
    'it sent a hash that does not belong to its events',
  ],
  [
    'an invented result',
    liar((message, send) => {
      if (message.kind !== 'over') return send(message)
      const { account } = message
      const winner = account.result.winner === 0 ? 1 : 0
      send({ kind: 'over', account: { ...account, result: { ...account.result, winner } } })
    }),
    'it sent a result that does not follow from its events',
  ],
  [
    "another match's events",
    (host, job, send, signal) => {
      const other: MatchJob = { ...job, id: `${job.id}-other`, seed: job.seed + 1 }
      return playJob(host, other, send, signal)
    },
    'it sent a hash that does not belong to its events',
  ],
  [
    'a move after the end',
    liar((message, send) => {
      if (message.kind === 'over') {
        const line = JSON.stringify({ event: 'answered', seat: 0, text: 'a1', at: 1_000_000 })
        send({ kind: 'events', n: message.account.events, lines: [line], hash: message.account.hash })
      }
      send(message)
    }),
    'it sent an event after the end of the match',
  ],
]

test('a worker that lies is set aside, and its matches are played elsewhere', async () => {
  const here = await small.playHere()
  for (const [what, play, why] of LIES) {
    const said: string[] = []
    await using queue = await small.openQueue(redis.address, { say: (line) => void said.push(line) })
    const lying = await openWorker(play)
    const table = small.playFar(queue)
    expect(await lying.setAside, what).toMatchObject({ message: `Set aside: ${why}` })
    await lying.leave(0)
    const honest = await openWorker()
    expect((await table).json, what).toBe(here.json)
    expect((await table).records, what).toEqual(here.records)
    const asides = said.filter((line) => line.startsWith('Worker'))
    expect(asides, what).toEqual([expect.stringMatching(new RegExp(`is set aside: ${why}$`))])
    await honest.leave(60_000)
  }
})

test('a worker whose last messages come twice, because its connection broke, is not set aside', async () => {
  const said: string[] = []
  await using queue = await small.openQueue(redis.address, { say: (line) => void said.push(line) })
  const counted = deferred()
  let played = 0
  const worker = await openWorker(async (host, job, send, signal) => {
    const sent: WorkerMessage[] = []
    await playJob(
      host,
      job,
      (message) => {
        sent.push(message)
        send(message)
      },
      signal,
    )
    if (++played > 1) return
    await counted.promise
    for (const message of sent) send(message)
  })
  const { signal } = new AbortController()
  const order = anOrder('house:random')
  expect(await queue.attempt({ ...order, key: 'first' }, { signal })).toMatchObject({ kind: 'played' })
  counted.resolve()
  // The run reads messages in their order.
  expect(await queue.attempt({ ...order, key: 'second' }, { signal })).toMatchObject({ kind: 'played' })
  expect(said.filter((line) => line.startsWith('Worker'))).toEqual([])
  await worker.leave(60_000)
})

test('a worker with other rules, or without a program, is told why, and does not play', async () => {
  const said: string[] = []
  await using queue = await small.openQueue(redis.address, { say: (line) => void said.push(line) })
  const old = await openWorker(undefined, '0.0.0-old')
  expect(await old.setAside).toMatchObject({
    message: 'Set aside: it has gamegrid 0.0.0-old instead of 0.0.0-test',
  })
  await old.leave(0)
  // With no other worker the organiser reads what the run waits for.
  const waiting = expect.stringMatching(/^Waiting for workers: none is at redis:/)
  await vi.waitFor(() => expect(said).toContainEqual(waiting), { timeout: 60_000 })
  const worker = await openWorker()
  const stop = new AbortController()
  const end = queue.play(anOrder('no-such-program'), stop.signal)
  expect(await worker.setAside).toMatchObject({
    message: 'Set aside: it has no program "no-such-program" for program',
  })
  stop.abort()
  expect(await end).toEqual({ kind: 'aborted' })
  await worker.leave(0)
})

test('a worker of another release is set aside, unless a run of its release is there that it plays for', async () => {
  const said: string[] = []
  await using other = must(
    await openMatchQueue({
      address: redis.address,
      release: '0.0.0-other',
      say: (line) => void said.push(line),
    }),
  )
  const lonely = await openWorker(undefined, '0.0.0-lonely')
  expect(await lonely.setAside).toMatchObject({
    message: 'Set aside: it has gamegrid 0.0.0-lonely instead of 0.0.0-other',
  })
  await lonely.leave(0)
  await using queue = await small.openQueue(redis.address)
  const worker = await openWorker()
  const sentence = `Worker ${worker.card.name} plays for others: it has gamegrid ${RELEASE} instead of 0.0.0-other`
  await vi.waitFor(() => expect(said).toContain(sentence), { timeout: 30_000 })
  expect(other.workers().map(({ card }) => card.id)).not.toContain(worker.card.id)
  const { signal } = new AbortController()
  const end = await queue.play(anOrder('house:random'), signal)
  expect(end).toMatchObject({ kind: 'played', worker: worker.card.id })
  expect(said.filter((line) => line === sentence)).toHaveLength(1)
  await worker.leave(60_000)
})

function anOrder(program: string): MatchOrder {
  const { game, preset, rules, id } = ticTacToe
  const brain = /^house:(.+)/.exec(program)?.[1]
  return {
    key: 'only',
    challenge: id,
    settings: game.presets[preset] ?? {},
    rules,
    seed: 1,
    players: [
      { name: 'first', bot: 'house:first', source: { kind: 'house', brain: 'first' } },
      {
        name: 'program',
        bot: program,
        source:
          brain === undefined
            ? { kind: 'program', argv: [program], files: '', wire: 'json' }
            : { kind: 'house', brain },
      },
    ],
  }
}

test('a worker stops a match that its run has cancelled', async () => {
  const began = deferred()
  const stopped = deferred()
  await using queue = await small.openQueue(redis.address)
  const worker = await openWorker(async (_, __, send, signal) => {
    send({ kind: 'began' })
    signal.addEventListener('abort', () => stopped.resolve())
    began.resolve()
    await stopped.promise
  })
  const cancel = new AbortController()
  const end = queue.attempt(anOrder('never-started'), { signal: cancel.signal })
  await began.promise
  cancel.abort()
  expect(await end).toEqual({ kind: 'aborted' })
  await stopped.promise
  await worker.leave(60_000)
})

test('without Redis, or without its password, there is one sentence', async () => {
  const at = (password: string | undefined, url = redis.url) => ({
    address: must(readRedisAddress(url, password)),
    release: RELEASE,
    matchesAtOnce: 1,
    lostAfterMs: 30_000,
  })
  const problemOf = async (options: ReturnType<typeof at>): Promise<unknown> => {
    const [run, worker] = [await openMatchQueue(options), await openQueueWorker(options)]
    expect(worker).toEqual(run)
    return run.ok ? 'no problem' : run.problem.message
  }
  expect(await problemOf(at('wrong'))).toBe(
    `Cannot sign in to Redis at ${redis.url}: it refuses this user or password`,
  )
  expect(await problemOf(at(undefined))).toBe(
    `Cannot sign in to Redis at ${redis.url}: it wants a password, in the address or in GAMEGRID_QUEUE_PASSWORD`,
  )
  expect(await problemOf(at(undefined, 'redis://127.0.0.1:1'))).toBe(
    'Cannot reach Redis at redis://127.0.0.1:1: nothing listens there',
  )
})

test.each([
  ['REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE', 'it is a replica that cannot be written, name its primary'],
  ['CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0', 'its memory is full, give it more (maxmemory)'],
  [
    'CONFIG SET min-replicas-to-write 1',
    'CONFIG SET min-replicas-to-write 0',
    'it takes no writes without more replicas (min-replicas-to-write)',
  ],
])('with a Redis that takes no writes, after %s, there is one sentence', async (begin, end, why) => {
  const order = (text: string): Promise<unknown> => {
    const [command = '', ...words] = text.split(' ')
    return own.call(command, ...words)
  }
  await using other = await startRedis()
  const own = connectRedis(other.address)
  await order(begin)
  const options = { address: other.address, release: RELEASE, matchesAtOnce: 1, lostAfterMs: 30_000 }
  const expected = fail('cannot-connect', `Cannot use Redis at ${other.url}: ${why}`)
  expect([await openMatchQueue(options), await openQueueWorker(options)]).toEqual([expected, expected])
  await order(end)
  own.disconnect()
})
