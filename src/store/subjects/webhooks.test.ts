import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { openDatabase } from '../database.ts'
import { ALL, newStores, tell } from '../new-store.fixture.ts'
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
