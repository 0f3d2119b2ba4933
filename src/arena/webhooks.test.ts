import { expect, test, vi } from 'vitest'
import { WEBHOOK_EVENTS } from '../api/webhooks.ts'
import { deferred } from '../base/deferred.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { PostJson } from '../protocols/post-json.ts'
import { ALL, newStores, tell } from '../store/new-store.fixture.ts'
import type { LogEntry, Store } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { signatureHeaders } from './webhook-signature.ts'
import { openWebhooks } from './webhooks.ts'

const newStore = newStores()
const newFolder = tempFolders()

interface Sent {
  readonly url: string
  readonly id: string
  readonly type: string
}

/** Webhooks of a store whose receivers give these answers in turn, and then take everything. */
function open(store: Store, ...statuses: number[]) {
  const sent: Sent[] = []
  const failures: string[] = []
  const post: PostJson = async (url, body, { headers }) => {
    const text = JSON.stringify(body)
    sent.push({ url, id: headers?.(text)['webhook-id'] ?? '', type: (JSON.parse(text) as Sent).type })
    return ok({ status: statuses.shift() ?? 200 })
  }
  const webhooks = openWebhooks({
    store,
    post,
    backOff: () => 1e12,
    onFailure: (error) => void failures.push(String(error)),
  })
  return { webhooks, sent, failures }
}

const created = (tournament: number): LogEntry => ({
  kind: 'tournament-created',
  tournament,
  name: `Cup ${tournament}`,
  challenge: 'tic-tac-toe',
  header: {},
})

const moved = (status: 'running' | 'paused'): LogEntry => ({
  kind: 'tournament-moved',
  tournament: 1,
  status,
})

const isDone = (store: Store, webhook: number): boolean =>
  store.webhookDeliveries(webhook, ALL).every(({ attempts }) => attempts > 0)

test('what the log had when the process was killed is told once, to each webhook what it wants from its own beginning on', async () => {
  const folder = newFolder()
  {
    using store = newStore(folder)
    tell(store, created(1), moved('running'))
    const { webhooks } = open(store)
    webhooks.add('http://a.example/', ['tournament.paused'])
    webhooks.add('http://b.example/', ['tournament.paused', 'tournament.running'])
    await webhooks[Symbol.asyncDispose]()
    // Killed before it was queued.
    tell(store, moved('paused'), moved('running'))
  }
  const ids: string[] = []
  {
    using store = newStore(folder)
    const { webhooks, sent, failures } = open(store, 500)
    await vi.waitFor(() => expect([1, 2].map((id) => isDone(store, id))).toEqual([true, true]), 60_000)
    expect(sent.map(({ url, type }) => [url, type]).toSorted()).toEqual([
      ['http://a.example/', 'tournament.paused'],
      ['http://b.example/', 'tournament.paused'],
      ['http://b.example/', 'tournament.running'],
    ])
    ids.push(...sent.map(({ id }) => id))
    expect(new Set(ids).size).toBe(3)
    expect(failures).toEqual([])
    await webhooks[Symbol.asyncDispose]()
  }
  using store = newStore(folder)
  const { webhooks, sent } = open(store)
  expect([1, 2].map((id) => store.webhookDeliveries(id, ALL).length)).toEqual([1, 2])
  const failed = [1, 2]
    .flatMap((id) => store.webhookDeliveries(id, ALL))
    .filter(({ state }) => state === 'owed')
  expect(failed).toHaveLength(1)
  for (const delivery of failed) webhooks.resend(delivery)
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000)
  // The id is the same as before the restart.
  expect(ids).toContain(sent[0]?.id)
  await webhooks[Symbol.asyncDispose]()
})

test('a webhook that is added or removed while others wait changes nothing for these', async () => {
  using store = newStore()
  tell(store, created(1))
  const { webhooks, sent } = open(store)
  webhooks.add('http://a.example/', [])
  tell(store, moved('running'))
  // The news of this turn of the event loop is queued after it: the new webhook is not told what was before it.
  webhooks.add('http://b.example/', [])
  await vi.waitFor(() => expect(sent.map(({ url }) => url)).toEqual(['http://a.example/']), 60_000)
  webhooks.remove(1)
  tell(store, moved('paused'))
  await vi.waitFor(() => expect(sent).toHaveLength(2), 60_000)
  expect(sent[1]).toMatchObject({ url: 'http://b.example/', type: 'tournament.paused' })
  await webhooks[Symbol.asyncDispose]()
})

test('an entry that cannot be told is reported, and holds up no other', async () => {
  using store = newStore()
  tell(store, created(1))
  const { webhooks, sent, failures } = open(store)
  webhooks.add('http://a.example/', [])
  tell(store, { kind: 'tournament-result', tournament: 1, key: 'a', entry: 'no JSON' }, moved('paused'))
  await vi.waitFor(() => expect(sent.map(({ type }) => type)).toEqual(['tournament.paused']), 60_000)
  expect(failures).toEqual(['Error: tournament 1 has a result that cannot be read'])
  await webhooks[Symbol.asyncDispose]()
})

test('an entry that no webhook wants is not told, and cannot fail', async () => {
  using store = newStore()
  tell(store, created(1))
  const { webhooks, sent, failures } = open(store)
  webhooks.add('http://a.example/', ['tournament.paused'])
  tell(store, { kind: 'tournament-result', tournament: 1, key: 'a', entry: 'no JSON' }, moved('paused'))
  await vi.waitFor(() => expect(sent.map(({ type }) => type)).toEqual(['tournament.paused']), 60_000)
  expect(failures).toEqual([])
  await webhooks[Symbol.asyncDispose]()
})

/** A webhook whose receiver gives these answers; its only delivery is a test. */
function openOne(
  store: Store,
  answer: () => Promise<Result<{ status: number }>>,
  backOff?: () => number | undefined,
) {
  const posts: Parameters<PostJson>[] = []
  const failures: unknown[] = []
  const onFailure = (error: unknown): void => void failures.push(error)
  const post: PostJson = (...args) => {
    posts.push(args)
    return answer()
  }
  const webhooks = openWebhooks({ store, post, onFailure, ...(backOff && { backOff }) })
  const added = webhooks.add('http://a.example/', [])
  if (!added.ok) throw new Error(added.problem.message)
  webhooks.test(1)
  const delivery = () => store.webhookDeliveries(1, ALL)[0]
  return { webhooks, posts, failures, delivery, secret: added.value.secret }
}

test.each([
  [ok({ status: 200 }), 'delivered', undefined],
  [ok({ status: 299 }), 'delivered', undefined],
  [ok({ status: 199 }), 'given-up', 'it answered 199'],
  [ok({ status: 300 }), 'given-up', 'it answered 300: redirects are not followed'],
  [ok({ status: 399 }), 'given-up', 'it answered 399: redirects are not followed'],
  [ok({ status: 400 }), 'given-up', 'it answered 400'],
  [fail('bad-url', 'nobody answers'), 'given-up', 'nobody answers'],
])('after the answer %j a delivery is %s', async (answer, state, problem) => {
  using store = newStore()
  const { webhooks, delivery } = openOne(
    store,
    async () => answer,
    () => undefined,
  )
  await vi.waitFor(() => expect(delivery()?.state).toBe(state), 60_000)
  expect(delivery()).toMatchObject({
    event: 'webhook.test',
    attempts: 1,
    problem,
    status: answer.ok ? answer.value.status : undefined,
    ms: expect.any(Number),
  })
  await webhooks[Symbol.asyncDispose]()
})

test('a delivery has the milliseconds that its receiver took, and is not due again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    using store = newStore()
    const { webhooks, delivery } = openOne(store, async () => {
      vi.advanceTimersByTime(7)
      return ok({ status: 200 })
    })
    vi.advanceTimersByTime(1000)
    await vi.waitFor(() => expect(delivery()?.state).toBe('delivered'), 60_000)
    expect(delivery()).toMatchObject({ ms: 7, due: delivery()?.created })
    await webhooks[Symbol.asyncDispose]()
  } finally {
    vi.useRealTimers()
  }
})

test('an arena that closes leaves no timer of a delivery that waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    using store = newStore()
    const { webhooks, delivery } = openOne(store, async () => ok({ status: 500 }))
    while (delivery()?.attempts !== 1 || vi.getTimerCount() === 0)
      await new Promise((done) => void setImmediate(done))
    await webhooks[Symbol.asyncDispose]()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a delivery is signed with the secret, has 15 seconds, and follows no redirect', async () => {
  using store = newStore()
  const { webhooks, posts, delivery, secret } = openOne(store, async () => ok({ status: 200 }))
  await vi.waitFor(() => expect(delivery()?.state).toBe('delivered'), 60_000)
  const [url, body, options] = posts[0] ?? []
  expect([url, options?.timeoutMs, options?.refusesRedirects]).toEqual(['http://a.example/', 15_000, true])
  expect(body).toEqual({ type: 'webhook.test', timestamp: expect.any(String), data: {} })
  const headers = options?.headers?.('{}') ?? {}
  const timestamp = Number(headers['webhook-timestamp'])
  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(3600)
  const id = `msg_${delivery()?.id}_${delivery()?.created}`
  expect(headers).toEqual(signatureHeaders(secret, { id, timestamp, body: '{}' }))
  await webhooks[Symbol.asyncDispose]()
})

test('a failed delivery is tried eight times, after waits that grow to ten hours', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  try {
    using store = newStore()
    const { webhooks, posts, delivery } = openOne(store, async () => ok({ status: 500 }))
    const attempts = async (count: number): Promise<void> => {
      while ((delivery()?.attempts ?? 0) < count) await new Promise((done) => void setImmediate(done))
    }
    for (const [at, seconds] of [5, 60, 300, 1_800, 7_200, 18_000, 36_000].entries()) {
      await attempts(at + 1)
      expect(delivery()).toMatchObject({ state: 'owed', due: Date.now() + seconds * 1000 })
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(posts).toHaveLength(at + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    await attempts(8)
    expect(delivery()).toMatchObject({ state: 'given-up', attempts: 8 })
    await webhooks[Symbol.asyncDispose]()
  } finally {
    vi.useRealTimers()
  }
})

test('a second attempt comes soon after the wall clock is set beyond its time', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  try {
    using store = newStore()
    const { webhooks, posts, delivery } = openOne(
      store,
      async () => ok({ status: 500 }),
      () => 7_200_000,
    )
    while ((delivery()?.attempts ?? 0) < 1) await new Promise((done) => void setImmediate(done))
    vi.setSystemTime(Date.now() + 7_200_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(posts).toHaveLength(2)
    await webhooks[Symbol.asyncDispose]()
  } finally {
    vi.useRealTimers()
  }
})

test('what was delivered is not sent again, and what was given up is', async () => {
  using store = newStore()
  const answers = [500, 200]
  const { webhooks, posts, delivery } = openOne(
    store,
    async () => ok({ status: answers.shift() ?? 200 }),
    () => undefined,
  )
  await vi.waitFor(() => expect(delivery()?.state).toBe('given-up'), 60_000)
  const row = delivery()
  if (!row) throw new Error('no delivery')
  expect(webhooks.resend(row)).toEqual(ok(undefined))
  await vi.waitFor(() => expect(delivery()?.state).toBe('delivered'), 60_000)
  expect(posts).toHaveLength(2)
  expect(webhooks.resend(delivery() ?? row)).toEqual(
    fail('already-delivered', `Cannot send delivery ${row.id} again: its receiver has taken it`),
  )
  await webhooks[Symbol.asyncDispose]()
})

test('an answer that comes after the webhook was removed, or after the end, is not logged', async () => {
  for (const isRemoved of [true, false]) {
    using store = newStore()
    const answer = deferred<Result<{ status: number }>>()
    const { webhooks, posts, failures } = openOne(store, () => answer.promise)
    await vi.waitFor(() => expect(posts).toHaveLength(1), 60_000)
    if (isRemoved) webhooks.remove(1)
    const { last } = store
    const closed = isRemoved ? undefined : webhooks[Symbol.asyncDispose]()
    expect(posts[0]?.[2].signal?.aborted).toBe(!isRemoved)
    answer.resolve(ok({ status: 200 }))
    await (closed ?? webhooks[Symbol.asyncDispose]())
    expect([store.last, failures]).toEqual([last, []])
  }
})

test('a webhook is told all events unless it names some, and there are at most 20', async () => {
  using store = newStore()
  const { webhooks } = open(store)
  expect(webhooks.add('ftp://a.example/', [])).toMatchObject({ ok: false })
  expect(webhooks.add('http://a.example/x', ['tournament.over', 'match.over'])).toMatchObject({
    ok: true,
    value: { row: { id: 1, url: 'http://a.example/x', events: ['match.over', 'tournament.over'] } },
  })
  for (let id = 2; id <= 20; id++)
    expect(webhooks.add(`http://${id}.example/`, [])).toMatchObject({ ok: true, value: { row: { id } } })
  expect(store.webhooks()[1]?.events).toEqual([...WEBHOOK_EVENTS])
  expect(webhooks.add('http://b.example/', [])).toEqual(
    fail('too-many-webhooks', 'Cannot add "http://b.example/": there are 20 webhooks, remove one first'),
  )
  webhooks.remove(7)
  expect(webhooks.add('http://b.example/', []).ok).toBe(true)
  await webhooks[Symbol.asyncDispose]()
})

test('news that cannot be queued is reported, and queued with the next', async () => {
  using store = newStore()
  tell(store, created(1))
  let isFull = false
  const flaky: Store = Object.create(store, {
    append: {
      value(entry: LogEntry) {
        if (isFull && entry.kind === 'webhook-queued') throw new Error('no room')
        return store.append(entry)
      },
    },
    last: { get: () => store.last },
  })
  const { webhooks, sent, failures } = open(flaky)
  webhooks.add('http://a.example/', [])
  isFull = true
  tell(store, moved('running'))
  await vi.waitFor(() => expect(failures).toEqual(['Error: no room']), 60_000)
  isFull = false
  tell(store, moved('paused'))
  await vi.waitFor(
    () => expect(sent.map(({ type }) => type)).toEqual(['tournament.running', 'tournament.paused']),
    60_000,
  )
  await webhooks[Symbol.asyncDispose]()
})

test('after the end no news is queued', async () => {
  using store = newStore()
  tell(store, created(1))
  const { webhooks, sent } = open(store)
  webhooks.add('http://a.example/', [])
  tell(store, moved('running'))
  await webhooks[Symbol.asyncDispose]()
  tell(store, moved('paused'))
  await new Promise((done) => void setImmediate(done))
  expect([sent, store.webhookDeliveries(1, ALL)]).toEqual([[], []])
})

test('a delivery that was given up while its answer was on the way stays given up', async () => {
  using store = newStore()
  const answer = deferred<Result<{ status: number }>>()
  const { webhooks, posts, failures, delivery } = openOne(store, () => answer.promise)
  await vi.waitFor(() => expect(posts).toHaveLength(1), 60_000)
  const { id = 0 } = delivery() ?? {}
  tell(store, { kind: 'webhook-tried', delivery: id, attempt: 1, ms: 1, problem: 'too many wait' })
  const { last } = store
  answer.resolve(ok({ status: 200 }))
  await webhooks[Symbol.asyncDispose]()
  expect([store.last, delivery()?.state, failures]).toEqual([last, 'given-up', []])
})

test('a sender that fails is reported, and what it could not send is sent with the next news', async () => {
  using store = newStore()
  const failures: string[] = []
  const types: string[] = []
  let isBroken = true
  const webhooks = openWebhooks({
    store,
    async post(_url, body) {
      if (isBroken) throw new Error('the socket broke')
      types.push((body as Sent).type)
      return ok({ status: 200 })
    },
    onFailure: (error) => void failures.push(String(error)),
  })
  webhooks.add('http://a.example/', [])
  webhooks.test(1)
  await vi.waitFor(() => expect(failures).toEqual(['Error: the socket broke']), 60_000)
  isBroken = false
  tell(store, created(1), moved('running'))
  await vi.waitFor(() => expect(types).toEqual(['webhook.test', 'tournament.running']), 60_000)
  await webhooks[Symbol.asyncDispose]()
})

/** A store whose disk is full: what waits for a commit goes on when a test says so. */
function openFull(store: Store) {
  const waiting: (() => void)[] = []
  const full: Store = Object.create(store, {
    afterCommit: { value: (act: () => void) => void waiting.push(act) },
    last: { get: () => store.last },
  })
  return { waiting, ...open(full) }
}

test('a webhook that is removed while the disk is full is sent nothing more', async () => {
  using store = newStore()
  const { webhooks, waiting, sent, failures } = openFull(store)
  webhooks.add('http://a.example/', [])
  webhooks.test(1)
  await vi.waitFor(() => expect(waiting).toHaveLength(1), 60_000)
  webhooks.remove(1)
  waiting[0]?.()
  await new Promise((done) => void setImmediate(done))
  await webhooks[Symbol.asyncDispose]()
  expect([sent, failures]).toEqual([[], []])
})

test('nothing is sent before it is on disk, and an arena whose disk is full can close', async () => {
  using store = newStore()
  const { webhooks, waiting, sent } = openFull(store)
  webhooks.add('http://a.example/', [])
  webhooks.test(1)
  await vi.waitFor(() => expect(waiting).toHaveLength(1), 60_000)
  expect(sent).toEqual([])
  waiting[0]?.()
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000)
  webhooks.test(1)
  await vi.waitFor(() => expect(waiting).toHaveLength(2), 60_000)
  await webhooks[Symbol.asyncDispose]()
  expect(sent).toHaveLength(1)
})

test('after a long stop all news is told, in its order', async () => {
  const folder = newFolder()
  {
    using store = newStore(folder)
    tell(store, created(1))
    const { webhooks } = open(store)
    webhooks.add('http://a.example/', ['tournament.paused'])
    await webhooks[Symbol.asyncDispose]()
    for (let count = 0; count < 501; count++) tell(store, moved('running'), moved('paused'))
  }
  using store = newStore(folder)
  const { webhooks } = open(store, ...Array<number>(501).fill(500))
  const queued = store.webhookDeliveries(1, { limit: 1000 })
  expect(new Set(queued.map(({ event }) => event))).toEqual(new Set(['tournament.paused']))
  expect(queued).toHaveLength(501)
  await webhooks[Symbol.asyncDispose]()
})
