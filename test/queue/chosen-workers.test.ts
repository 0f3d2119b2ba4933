import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deferred } from '../../src/base/deferred.ts'
import { must } from '../../src/base/result.ts'
import { ticTacToe } from '../../src/challenges/tic-tac-toe.ts'
import { version } from '../../src/cli/own-package.ts'
import type { MatchOrder, OrderedPlayer } from '../../src/queue/match-order.ts'
import { openMatchQueue, type MatchQueue, type QueueOptions } from '../../src/queue/match-queue.ts'
import { playJob } from '../../src/queue/play-job.ts'
import { openQueueWorker, type QueueWorker } from '../../src/queue/queue-worker.ts'
import { startRedis, type TestRedis } from './redis.fixture.ts'
import { startWorker } from './worker-process.fixture.ts'

/** Which worker plays a match. */
let redis: TestRedis

beforeAll(async () => {
  redis = await startRedis()
})

afterAll(() => redis[Symbol.asyncDispose]())

const PATIENCE = { timeout: 60_000, interval: 50 }
const never = new AbortController().signal

function orderOf(key: string, nodes?: number): MatchOrder {
  const { id, game, preset, rules } = ticTacToe
  const player = (brain: string): OrderedPlayer => ({
    name: brain,
    bot: `house:${brain}`,
    source: { kind: 'house', brain },
  })
  return {
    key,
    challenge: id,
    settings: game.presets[preset] ?? {},
    rules: { ...rules, bestOf: 1, clock: { kind: 'none' }, startUpMs: 600_000 },
    seed: 1,
    players: [player('perfect'), player('first')],
    ...(nodes !== undefined && { nodes }),
  }
}

const openQueue = async (
  terms: Pick<QueueOptions, 'leastSpeed' | 'secondLook'>,
  say: (line: string) => void = () => {},
): Promise<MatchQueue> =>
  must(await openMatchQueue({ address: redis.address, release: version, secondLook: 0, say, ...terms }))

const openWorker = async (
  speed: number,
  play?: typeof playJob,
  say: (line: string) => void = () => {},
): Promise<QueueWorker> =>
  must(
    await openQueueWorker({
      address: redis.address,
      release: version,
      matchesAtOnce: 1,
      lostAfterMs: 30_000,
      speed,
      say,
      ...(play && { play }),
    }),
  )

test('a slow worker plays matches with a node budget, and leaves timed matches to faster workers', async () => {
  const slow = await startWorker(redis, '--speed', '10')
  const said: string[] = []
  await using queue = await openQueue({ leastSpeed: { speed: 1000 } }, (line) => void said.push(line))
  const timed = queue.play(orderOf('timed'), never)
  const waiting =
    'Waiting for a faster worker: timed matches need speed 1000 (--min-speed), and the fastest of 1 has 10'
  await vi.waitFor(() => expect(said).toContain(waiting), PATIENCE)
  expect(await queue.play(orderOf('budget', 40), never)).toMatchObject({ kind: 'played' })
  await vi.waitFor(
    () =>
      expect(slow.out()).toContain(
        'Takes no timed matches of this contest: it needs speed 1000, and this worker has 10\n',
      ),
    PATIENCE,
  )
  const fast = await openWorker(1000)
  expect(await timed).toMatchObject({ kind: 'played', worker: fast.card.id })
  expect(said).toEqual([waiting])

  // By default a share of the fastest counts. If the fastest leaves, the next one plays.
  await using shares = await openQueue({ leastSpeed: { share: 0.5 } })
  await fast.leave(60_000)
  expect(await shares.play(orderOf('alone'), never)).toMatchObject({ kind: 'played' })
  slow.signal('SIGTERM')
  expect(await slow.exited).toBe(0)
})

test('a match that a worker with a wrong clock puts back does not wait for that clock', async () => {
  await using queue = await openQueue({ leastSpeed: { speed: 1000 } })
  const said: string[] = []
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    const slow = await openWorker(10, undefined, (line) => void said.push(line))
    const timed = queue.play(orderOf('wrong clock'), never)
    await vi.waitFor(() => expect(said).toEqual([expect.stringMatching(/^Takes no timed/)]), PATIENCE)
    await slow.leave(60_000)
    vi.useRealTimers()
    const fast = await openWorker(1000)
    expect(await timed).toMatchObject({ kind: 'played', worker: fast.card.id })
    await fast.leave(60_000)
  } finally {
    vi.useRealTimers()
  }
})

test('a worker that invents moves is found by second looks, and the result of two others counts', async () => {
  const lied = deferred()
  // It plays with another bot than the first player's. No simulation can find that.
  const liar = await openWorker(1000, (host, job, send, signal) => {
    lied.resolve()
    return playJob(host, { ...job, players: [job.players[1], job.players[1]] }, send, signal)
  })
  const playLater: typeof playJob = async (...args) => {
    await lied.promise
    return playJob(...args)
  }
  const honest = [await openWorker(1000, playLater), await openWorker(1000, playLater)]
  const said: string[] = []
  await using queue = await openQueue({ secondLook: 1 }, (line) => void said.push(line))
  const ends = await Promise.all(
    Array.from({ length: 6 }, (_, at) => queue.play(orderOf(`m${at}`, 40), never)),
  )
  const why = /set aside: it played match m\d differently than two other workers$/i
  expect(await liar.setAside).toMatchObject({ message: expect.stringMatching(why) })
  expect(said).toEqual([expect.stringMatching(why)])
  const names = honest.map(({ card }) => card.id)
  for (const end of ends) expect(names).toContain(end.kind === 'played' ? end.worker : end.kind)
  for (const worker of [liar, ...honest]) await worker.leave(60_000)
})
