import { expect, test, vi } from 'vitest'
import { must } from '../../src/base/result.ts'
import { openMatchQueue } from '../../src/queue/match-queue.ts'
import { startRedis } from './redis.fixture.ts'

test('the one that orders matches says when Redis is lost and when it is back, and nothing when it closes', async () => {
  await using redis = await startRedis()
  const said: string[] = []
  const options = { address: redis.address, release: '0.0.0-test' }
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

const PATIENCE = { timeout: 30_000 }
