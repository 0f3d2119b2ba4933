import { expect, test, vi } from 'vitest'
import { OpenAttempts, type OpenBuild } from './open-attempts.ts'
import type { BuildJob } from './queue-job.ts'
import type { RunInRedis } from './run-in-redis.ts'
import { watchRun } from './watch-run.ts'
import type { SentMessage, WorkerMessage } from './worker-message.ts'
import type { WorkerRoster } from './worker-roster.ts'

const job: BuildJob = {
  kind: 'build',
  key: 'b',
  challenge: 'tic-tac-toe',
  name: 'bot',
  team: 1,
  source: {},
  ticket: 'ticket',
  needs: [],
  run: 'run',
  epoch: 1,
  attempt: 1,
  id: 'run-b-1',
}

/** A run that waits for one build. Redis has its job no more, and then these messages about it. */
async function endOf(...late: readonly WorkerMessage[]) {
  const attempts = new OpenAttempts()
  const build: OpenBuild = attempts.openBuild(job, {})
  build.isAdded = true
  void build.ended.promise.then(() => attempts.close(build))
  const count = vi.fn<WorkerRoster['count']>()
  const sent = (messages: readonly WorkerMessage[]): SentMessage[] =>
    messages.map((message) => ({ job: job.id, worker: 'w', message }))
  const reads = [sent([{ kind: 'began' }]), sent(late)]
  const stop = new AbortController()
  const far = {
    read: () => new Promise((resolve) => setImmediate(() => resolve(reads.shift() ?? []))),
    renew: async () => true,
    findGone: async (ids: readonly string[]) => new Set(ids),
    offerAgain: async () => {},
  }
  const roster = {
    isAside: () => false,
    praise() {},
    count,
    meet: async () => {},
    usable: [],
    tellTooSlow() {},
  }
  const watched = watchRun(
    {
      far: far as unknown as RunInRedis,
      connection: { note() {} },
      roster: roster as unknown as WorkerRoster,
      attempts,
      leastSpeed: { speed: 0 },
    },
    stop.signal,
  )
  const end = await build.ended.promise
  stop.abort()
  await watched.ended()
  return { end: end.kind, failures: count.mock.calls.length }
}

test('an attempt whose account arrives while its job is looked for is no failure of its worker', async () => {
  const verdict = { passed: true, report: 'fine' }
  expect(await endOf({ kind: 'examined', examined: { kind: 'judged', verdict } })).toEqual({
    end: 'judged',
    failures: 0,
  })
})

test('an attempt whose job has gone without an account is lost, and counts as a failure of its worker', async () => {
  expect(await endOf()).toEqual({ end: 'lost', failures: 1 })
})
