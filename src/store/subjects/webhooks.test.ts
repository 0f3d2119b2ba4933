import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { openDatabase } from '../database.ts'
import { ALL, created, house, newStores, tell } from '../new-store.fixture.ts'
import { rebuildStore } from '../rebuild.ts'
import type { LogEntry } from '../store.ts'
import { tempFolders } from '../temp-folders.fixture.ts'
import { MOST_KEPT } from './webhooks.ts'

const newStore = newStores()
const newFolder = tempFolders()

const added = (webhook: number): LogEntry => ({
  kind: 'webhook-added',
  webhook,
  url: 'https://example.org/',
  events: ['match.over'],
  secret: `secret of ${webhook}`,
})

const queued = (webhook: number, source?: number): LogEntry => ({
  kind: 'webhook-queued',
  webhook,
  ...(source !== undefined && { source }),
  event: 'match.over',
  body: { source },
})

const tried = (delivery: number, attempt: number, rest: object = {}): LogEntry => ({
  kind: 'webhook-tried',
  delivery,
  attempt,
  ms: 5,
  ...rest,
})

test('a delivery is owed until it is taken or given up, and an attempt counts once', () => {
  using store = newStore()
  tell(store, added(1), queued(1), queued(1))
  expect(store.nextDelivery(1)).toMatchObject({ id: 2, attempts: 0 })
  tell(store, tried(2, 1, { problem: 'it answered 500', status: 500, next: 900 }))
  // The one that failed waits, the other is due before it.
  expect(store.nextDelivery(1)).toMatchObject({ id: 3 })
  expect(() => store.append(tried(2, 1))).toThrow('does not follow')
  tell(store, tried(3, 1, { status: 204 }), tried(2, 2, { problem: 'nothing listens there' }))
  expect(store.webhookDeliveries(1, ALL).map(({ id, state, status }) => [id, state, status])).toEqual([
    [3, 'delivered', 204],
    [2, 'given-up', undefined],
  ])
  expect(store.nextDelivery(1)).toBe(undefined)
  tell(store, { kind: 'webhook-resent', delivery: 2 })
  expect(store.nextDelivery(1)).toMatchObject({ id: 2, attempts: 0 })
  expect(() => store.append({ kind: 'webhook-resent', delivery: 3 })).toThrow('does not follow')
})

test('a webhook that is removed has no secret, no deliveries and no news', () => {
  const folder = newFolder()
  {
    using store = newStore(folder)
    tell(store, added(1), added(2), queued(1), queued(2))
    expect(store.webhookSecret(1)).toBe('secret of 1')
    expect(JSON.stringify([store.webhooks(), store.webhookDeliveries(1, ALL)])).not.toContain('secret')
    tell(store, { kind: 'webhook-removed', webhook: 1 })
    expect([store.webhookSecret(1), store.webhookToldTo(1), store.nextDelivery(1)]).toEqual(
      Array(3).fill(undefined),
    )
    expect(store.webhooks().map(({ id }) => id)).toEqual([2])
    expect(store.nextWebhook()).toBe(3)
    expect(() => store.append(queued(1))).toThrow('does not follow')
  }
  using database = openDatabase(join(folder, 'arena.db'))
  expect(JSON.stringify(database.all('SELECT * FROM webhooks'))).not.toContain('secret of 1')
})

test('a delivery has its body, its times, and the outcome of its last attempt', () => {
  using store = newStore()
  tell(store, added(1), queued(1, 1))
  const delivery = {
    id: 2,
    webhook: 1,
    event: 'match.over',
    body: { source: 1 },
    state: 'owed',
    attempts: 0,
    due: 2,
    created: 2,
    tried: undefined,
    status: undefined,
    ms: undefined,
    problem: undefined,
  }
  expect(store.webhookDelivery(2)).toStrictEqual(delivery)
  tell(store, tried(2, 1, { problem: 'it answered 500', status: 500, next: 900 }))
  const failed = { attempts: 1, due: 900, tried: 3, status: 500, ms: 5, problem: 'it answered 500' }
  expect(store.webhookDelivery(2)).toStrictEqual({ ...delivery, ...failed })
  // Sent again by hand, it keeps its attempts, and is due at once.
  tell(store, { kind: 'webhook-resent', delivery: 2 })
  expect(store.webhookDelivery(2)).toStrictEqual({ ...delivery, ...failed, due: 4 })
  tell(store, tried(2, 2, { status: 204 }))
  expect(store.webhookDelivery(2)).toStrictEqual({
    ...delivery,
    state: 'delivered',
    attempts: 2,
    due: 4,
    tried: 5,
    status: 204,
    ms: 5,
  })
  expect(store.webhookDelivery(3)).toBeUndefined()
  expect(store.webhooks()).toStrictEqual([
    { id: 1, url: 'https://example.org/', events: ['match.over'], created: 1 },
  ])
})

test('deliveries are listed newest first, page by page, and what was told never goes back', () => {
  using store = newStore()
  tell(store, added(1), added(2), queued(1, 2), queued(2), queued(1, 1), queued(1))
  const ids = (...args: Parameters<typeof store.webhookDeliveries>) =>
    store.webhookDeliveries(...args).map(({ id }) => id)
  expect(ids(1, ALL)).toEqual([6, 5, 3])
  expect(ids(1, { after: 6, limit: 1 })).toEqual([5])
  expect([store.webhookToldTo(1), store.webhookToldTo(2)]).toEqual([2, 2])
})

test('the news of contests is read in order from an entry on, each with its time', () => {
  using store = newStore()
  expect(store.reachedRound(1)).toBeUndefined()
  tell(
    store,
    { kind: 'tournament-created', tournament: 1, name: 'cup', challenge: 'quoridor', header: {} },
    { kind: 'tournament-moved', tournament: 1, status: 'running' },
    { kind: 'round-reached', tournament: 1, round: 1 },
    { kind: 'tournament-result', tournament: 1, key: 'r1', entry: 'one' },
    { kind: 'round-reached', tournament: 1, round: 2 },
    { kind: 'marks-published', tournament: 1 },
  )
  expect(store.contestNews(ALL)).toEqual([
    { seq: 2, time: 2, kind: 'tournament-moved', body: { tournament: 1, status: 'running' } },
    { seq: 3, time: 3, kind: 'round-reached', body: { tournament: 1, round: 1 } },
    { seq: 4, time: 4, kind: 'tournament-result', body: { tournament: 1, key: 'r1', entry: 'one' } },
    { seq: 5, time: 5, kind: 'round-reached', body: { tournament: 1, round: 2 } },
    { seq: 6, time: 6, kind: 'marks-published', body: { tournament: 1 } },
  ])
  expect(store.contestNews({ after: 3, limit: 1 })).toMatchObject([{ seq: 4 }])
  expect([store.reachedRound(1), store.reachedRound(2)]).toEqual([2, undefined])
})

test('a pairing that was called again has its last match', () => {
  using store = newStore()
  tell(
    store,
    { kind: 'tournament-created', tournament: 1, name: 'cup', challenge: 'quoridor', header: {} },
    created(1, [house, house]),
    created(2, [house, house]),
  )
  expect(store.matchOfKey(1, 'r1')).toBeUndefined()
  for (const match of [1, 2]) {
    store.append({ kind: 'tournament-match', tournament: 1, key: 'r1', match })
    expect(store.matchOfKey(1, 'r1')).toBe(match)
  }
  expect(store.matchOfKey(2, 'r1')).toBeUndefined()
})

test('of more than 10,000 deliveries that are owed to a webhook the oldest are given up', async () => {
  const folder = newFolder()
  using store = newStore(folder)
  tell(store, added(1), added(2), queued(2))
  await store.settled()
  {
    // Older than all in the log: to append so many would take long.
    using database = openDatabase(join(folder, 'arena.db'))
    database.exec(`INSERT INTO webhook_deliveries (id, webhook, event, body, state, due, created)
      WITH RECURSIVE old(id) AS (SELECT -10000 UNION ALL SELECT id + 1 FROM old WHERE id < -1)
      SELECT id, 1, 'match.over', '{}', 'owed', 1, 1 FROM old`)
  }
  expect(store.nextDelivery(1)).toMatchObject({ id: -10_000, state: 'owed' })
  tell(store, queued(1))
  expect(store.webhookDelivery(-10_000)).toMatchObject({
    state: 'given-up',
    problem: 'too many deliveries waited',
  })
  expect(store.nextDelivery(1)).toMatchObject({ id: -9_999 })
  expect(store.nextDelivery(2)).toMatchObject({ id: 3 })
})

test('old deliveries go, those that are owed stay, and the mark of what was told stays too', async () => {
  const folder = newFolder()
  {
    using store = newStore(folder)
    tell(store, added(1), queued(1, 1), queued(1, 1))
    tell(store, tried(3, 1, { status: 200 }))
    for (let more = 0; more < MOST_KEPT; more++) {
      const delivery = store.append(queued(1))
      tell(store, tried(delivery, 1, { status: 200 }))
    }
    const kept = store.webhookDeliveries(1, { limit: 1e6 })
    expect(kept).toHaveLength(MOST_KEPT + 1)
    expect(kept.at(-1)).toMatchObject({ id: 2, state: 'owed' })
    expect(store.webhookToldTo(1)).toBe(1)
    await store.settled()
  }
  expect(must(rebuildStore(folder)).same).toBe(true)
})
