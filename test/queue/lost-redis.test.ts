import { expect, test, vi } from 'vitest'
import { must } from '../../src/base/result.ts'
import { connectRedis } from '../../src/queue/connect-redis.ts'
import { openMatchQueue } from '../../src/queue/match-queue.ts'
import { openQueueWorker } from '../../src/queue/queue-worker.ts'
import { openRelay } from '../server/replica.fixture.ts'
import { startRedis } from './redis.fixture.ts'
import { smallTournament } from './small-tournament.fixture.ts'

const RELEASE = '0.0.0-test'

test('the one that orders matches says when Redis is lost and when it is back, and nothing when it closes', async () => {
  await using redis = await startRedis()
  const said: string[] = []
  const options = { address: redis.address, release: RELEASE }
  const queue = must(await openMatchQueue({ ...options, say: (line) => void said.push(line) }))
  const shown = redis.address.shown
  const expected = [`Lost Redis at ${shown}, trying again`, `Redis at ${shown} is back`]
  await redis.kill()
  await vi.waitFor(() => expect(said).toEqual(expected.slice(0, 1)), PATIENCE)
  await redis.start()
  await vi.waitFor(() => expect(said).toEqual(expected), PATIENCE)
  await queue[Symbol.asyncDispose]()
  expect(said).toEqual(expected)
})

test('a Redis whose memory fills up is named by the worker and by the one that orders matches, which go on when it has room', async () => {
  await using redis = await startRedis()
  using small = await smallTournament(RELEASE)
  const { address } = redis
  const said = { queue: [] as string[], worker: [] as string[] }
  await using queue = await small.openQueue(address, { say: (line) => void said.queue.push(line) })
  const worker = must(
    await openQueueWorker({
      address,
      release: RELEASE,
      matchesAtOnce: 1,
      lostAfterMs: 3000,
      say: (line) => void said.worker.push(line),
    }),
  )
  const limit = async (bytes: number): Promise<void> => {
    const admin = connectRedis(address)
    await admin.config('SET', 'maxmemory', bytes)
    admin.disconnect()
  }
  small.hold()
  const table = small.playFar(queue)
  const expected = [
    `Redis at ${address.shown} takes no matches: its memory is full, give it more (maxmemory), trying again`,
    `Redis at ${address.shown} takes matches again`,
  ]
  await limit(1)
  const tell = (lines: number): Promise<void> =>
    vi.waitFor(() => {
      expect(said.worker).toEqual(expected.slice(0, lines))
      expect(said.queue.filter((line) => line.startsWith('Redis'))).toEqual(expected.slice(0, lines))
    }, PATIENCE)
  await tell(1)
  await limit(0)
  await tell(2)
  small.release()
  expect((await table).json).toBe((await small.playHere()).json)
  await worker.leave(0)
})

const PATIENCE = { timeout: 30_000 }

test('connections to Redis that fall silent are opened again: the worker takes matches, and the orders arrive', async () => {
  await using redis = await startRedis()
  await using relay = await openRelay(() => redis.address.port)
  using small = await smallTournament(RELEASE)
  const address = { ...redis.address, port: Number(new URL(relay.url).port) }
  await using queue = await small.openQueue(address)
  const worker = must(
    await openQueueWorker({ address, release: RELEASE, matchesAtOnce: 1, lostAfterMs: 3000 }),
  )
  relay.silence()
  const table = await small.playFar(queue)
  expect(table.json).toBe((await small.playHere()).json)
  await worker.leave(0)
})
