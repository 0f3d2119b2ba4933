import { expect, test } from 'vitest'
import { fail, ok, type Result } from '../base/result.ts'
import type { PostOptions } from '../protocols/post-json.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { created, house, newStores, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import { deliverCallback, type DeliveryOptions } from './deliver-callback.ts'

const newStore = newStores()
const CALLBACK = { runId: 'run-7', url: 'http://127.0.0.1/done' }

type Status = Result<{ readonly status: number }>
const answered = (status: number): Status => ok({ status })
const unreachable = fail('outgoing-failed', 'it could not be reached')

/** A run that is over and whose coordinator is owed its result. */
function owed(store: Store, battle?: string): void {
  tell(store, {
    kind: 'run-began',
    run: 1,
    challenge: 'tic-tac-toe',
    teamUrl: 'http://127.0.0.1',
    callback: CALLBACK,
  })
  if (battle !== undefined)
    tell(store, created(1, [house, { kind: 'sse', name: 'Team', battle }], 'tic-tac-toe'), {
      kind: 'case-began',
      run: 1,
      match: 1,
      case: 'C_AI_DUP',
    })
  tell(store, { kind: 'run-over', run: 1, score: 12, possible: 20, message: '12 of 20 points' })
}

/** Delivers with these answers in turn. */
function open(store: Store, answers: readonly Status[], more: Partial<DeliveryOptions> = {}) {
  const posts: { readonly url: string; readonly body: object; readonly options: PostOptions }[] = []
  const attempts: number[] = []
  const clock = fakeClock()
  const stop = new AbortController()
  const done = deliverCallback(1, {
    store,
    clock,
    signal: stop.signal,
    onAttempt: (run) => void attempts.push(run),
    async post(url, body, options) {
      posts.push({ url, body, options })
      return answers[posts.length - 1] ?? unreachable
    },
    ...more,
  })
  return { posts, attempts, clock, stop, done }
}

test('the result of a run is posted to its coordinator until that accepts it', async () => {
  using store = newStore()
  owed(store, 'battle-1')
  const { posts, attempts, clock, done } = open(store, [unreachable, answered(503), answered(299)])
  await clock.pass(999)
  expect(posts).toHaveLength(1)
  expect(store.run(1)).toMatchObject({ isOwed: true, attempts: 1, problem: 'it could not be reached' })
  await clock.pass(1)
  expect(posts).toHaveLength(2)
  expect(store.run(1)).toMatchObject({ isOwed: true, attempts: 2, problem: 'it answered 503' })
  await clock.pass(2000)
  await done
  expect(posts).toHaveLength(3)
  expect(posts[0]).toMatchObject({
    url: CALLBACK.url,
    body: { runId: 'run-7', score: 12, message: '12 of 20 points' },
    options: { timeoutMs: 15_000 },
  })
  // All attempts have the key of the first battle, so the receiver can tell them from another result.
  expect(posts.map(({ options }) => options.idempotencyKey)).toEqual(Array(3).fill('battle-1'))
  expect(store.run(1)).toMatchObject({ isOwed: false, attempts: 3 })
  await store.settled()
  expect(attempts).toEqual([1, 1, 1])
})

test.each([
  [101, true],
  [200, false],
  [299, false],
  [300, true],
  [404, true],
])('the status %i is accepted, or it is still owed: %s', async (status, isOwed) => {
  using store = newStore()
  owed(store)
  const { stop, clock, done } = open(store, [answered(status)])
  await clock.pass(0)
  expect(store.run(1)?.isOwed).toBe(isOwed)
  stop.abort()
  await done
})

test('a run without a battle has a key of its own', async () => {
  using store = newStore()
  owed(store)
  const { posts, done } = open(store, [answered(200)])
  await done
  expect(posts[0]?.options.idempotencyKey).toBe('run-1')
})

test('attempts come after 1 s, 2 s, 4 s … and then each minute, and the 35th is the last', async () => {
  using store = newStore()
  owed(store)
  const { posts, clock, done } = open(store, [])
  for (const [seconds, count] of [
    [1, 2],
    [2, 3],
    [4, 4],
    [8, 5],
    [16, 6],
    [32, 7],
    [60, 8],
    [60, 9],
  ] as const) {
    await clock.pass(1000 * seconds - 1)
    expect(posts).toHaveLength(count - 1)
    await clock.pass(1)
    expect(posts).toHaveLength(count)
  }
  await clock.pass(60_000 * 40)
  await done
  expect(posts).toHaveLength(35)
  expect(store.run(1)).toMatchObject({ isOwed: false, attempts: 35 })
})

test('a delivery that is stopped is still owed, also in the middle of an attempt', async () => {
  using store = newStore()
  owed(store)
  const stop = new AbortController()
  const { posts, done } = open(store, [], {
    signal: stop.signal,
    async post() {
      stop.abort()
      return answered(200)
    },
  })
  await done
  expect(store.run(1)).toMatchObject({ isOwed: true, attempts: 0 })
  await open(store, [], { signal: stop.signal }).done
  expect(posts).toEqual([])
})

test('nothing is posted for a run that no coordinator asked for, or that is not over', async () => {
  using store = newStore()
  const run = { challenge: 'tic-tac-toe', teamUrl: 'http://127.0.0.1' }
  tell(store, { kind: 'run-began', run: 1, ...run, callback: CALLBACK })
  const { posts, done } = open(store, [answered(200)])
  await done
  expect(posts).toEqual([])
})
